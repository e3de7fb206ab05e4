import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

type Shop = { key: string }

const put = (store: Shop, id: string, body: unknown) =>
  service.put(`/api/v1/products/${id}`, { key: store.key, body })
const get = async (store: Shop, id: string, query = '') =>
  (await service.get(`/api/v1/products/${id}${query}`, store.key)).json.data

suite('PUT /api/v1/products/:id', () => {
  test('200: changes only the fields sent, and returns the same as GET', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store)
    const before = await aProduct(service, store, { price: 10, description: 'Tostado medio' })
    const { status, json } = await put(store, before.id, {
      name: ' Té ',
      comparePrice: 12,
      categoryId: category.id,
    })
    assert.equal(status, 200)
    const { updatedAt, ...rest } = json.data
    const { updatedAt: updatedBefore, ...unchanged } = before
    assert.deepEqual(rest, {
      ...unchanged,
      name: 'Té',
      comparePrice: 12,
      categoryId: category.id,
      modifierGroups: [],
    })
    assert.ok(updatedAt > updatedBefore)
    assert.deepEqual(await get(store, before.id), json.data)
  })

  test('null clears nullable fields', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store)
    const { id } = await aProduct(service, store, {
      comparePrice: 200,
      description: 'Rico',
      imageUrl: 'https://ejemplo.test/a.jpg',
      categoryId,
    })
    const nothing = { comparePrice: null, description: null, imageUrl: null, categoryId: null }
    const { json } = await put(store, id, nothing)
    for (const field of Object.keys(nothing)) assert.equal(json.data[field as keyof typeof json.data], null)
    assert.equal((await put(store, id, { description: '  ' })).json.data.description, null)
    for (const field of ['name', 'price', 'isActive', 'slug', 'variants']) {
      const refused = await put(store, id, { [field]: null })
      assert.deepEqual([refused.status, refused.json.details.reason], [400, 'type'], field)
    }
  })

  test('accepts the imageUrl that GET returned, else only https URLs', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const own = `${service.app.publicUrl}/media/demo/antigua-bourbon.svg`
    await service.sql`
      update products
      set image_url = ${own}, images = ${service.sql.json([{ url: own, alt: null }])}
      where id = ${id}`
    const { name, price, imageUrl } = await get(store, id)
    assert.deepEqual([imageUrl, imageUrl!.startsWith('http://')], [own, true])
    const changed = await put(store, id, { name: `${name} nuevo`, price, imageUrl })
    assert.deepEqual([changed.status, changed.json.data.imageUrl], [200, own])
    for (const imageUrl of [
      `${own}?x`,
      own.replace('/media/demo', ''),
      'http://127.0.0.1/',
      'ftp://a.b',
      'HTTPS://a.b',
      '',
    ]) {
      const { status, json } = await put(store, id, { imageUrl })
      assert.deepEqual(
        [status, json.details?.field, json.details?.reason],
        [400, 'imageUrl', imageUrl ? 'pattern' : 'min_length'],
      )
    }
    assert.equal((await put(store, id, { imageUrl: null })).status, 200)
    assert.equal((await put(store, id, { imageUrl: own })).status, 400)
  })

  test('200 on equal values, with no event, no new ETag and no new updatedAt', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const variants = [{ name: 'S' }, { name: 'M', price: 30 }]
    const { id } = await aProduct(service, store, { price: 20, variants })
    const before = await service.get(`/api/v1/products/${id}`, store.key)
    const { createdAt: _createdAt, updatedAt: _updatedAt, id: _id, ...sentBack } = before.json.data
    for (const body of [{}, { price: 20 }, { slug: sentBack.slug, categoryId: null }, sentBack]) {
      const same = await put(store, id, body)
      assert.equal(same.status, 200, same.text)
      assert.deepEqual(same.json, before.json)
    }
    const after = await service.get(`/api/v1/products/${id}`, store.key)
    assert.equal(after.headers.get('etag'), before.headers.get('etag'))
    assert.deepEqual(
      (await deliveriesOf(service, store)).map(({ event }) => event),
      ['product.created'],
    )
    const [{ version }] = await service.sql<[{ version: number }]>`
      select catalog_version as version from stores where id = ${store.id}`
    assert.equal(version, 2)
  })

  test('sends one event per change, with the same object as GET', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    await aWebhook(service, store)
    const changed = await put(store, id, { price: 7, variants: [{ name: 'S' }, { name: 'M' }] })
    await put(store, id, { price: 7, name: '' })
    assert.deepEqual(await deliveriesOf(service, store), [
      { event: 'product.updated', subjectId: id, payload: changed.json.data },
    ])
  })

  test('price and comparePrice are validated together with the stored fields', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, { price: 10, comparePrice: 12 })
    for (const body of [{ price: 12 }, { comparePrice: 10 }, { price: 15, comparePrice: 15 }]) {
      const refused = await put(store, id, body)
      assert.equal(refused.status, 400)
      assert.deepEqual(refused.json.details.field, 'comparePrice')
    }
    assert.equal((await put(store, id, { price: 15, comparePrice: 15.01 })).status, 200)
    assert.equal((await put(store, id, { price: 20, comparePrice: null })).status, 200)
  })

  test('400 on a price with more digits than the currency has; others are exact', async () => {
    const clp = await aStore(service, { currency: 'CLP' })
    const { id } = await aProduct(service, clp, { price: 10 })
    assert.equal((await put(clp, id, { price: 10.5 })).json.details.field, 'price')
    const variants = [{ name: 'A', price: 1.5 }]
    assert.equal((await put(clp, id, { variants })).json.details.field, 'variants.0.price')
    const mxn = await aStore(service, { currency: 'MXN' })
    const { id: exact } = await aProduct(service, mxn)
    assert.equal((await put(mxn, exact, { price: 19.99 })).json.data.price, 19.99)
  })

  test('a new name keeps the slug; 409 on a slug in use, with a free alternative; its own is accepted', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { slug: 'cafe' })
    const { id } = await aProduct(service, store, { slug: 'te' })
    assert.equal((await put(store, id, { name: 'Infusión' })).json.data.slug, 'te')
    const refused = await put(store, id, { slug: 'cafe' })
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.json.code, 'DUPLICATE_SLUG')
    assert.deepEqual(refused.json.details, { suggestion: 'cafe-2' })
    assert.equal((await put(store, id, { slug: 'te' })).status, 200)
    assert.equal((await put(store, id, { slug: 'cafe-2' })).json.data.slug, 'cafe-2')
  })

  test("404 on an unknown, a deleted, or another store's product", async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    assert.equal((await put(store, 'ninguno', { price: 1 })).status, 404)
    assert.equal((await put(await aStore(service), id, { price: 1 })).status, 404)
    assert.equal((await get(store, id)).price, 100)
    await service.delete(`/api/v1/products/${id}`, store.key)
    assert.equal((await put(store, id, { price: 1 })).status, 404)
  })

  test("400 on another store's category, and on unknown fields", async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const { id: categoryId } = await aCategory(service, await aStore(service))
    const refused = await put(store, id, { categoryId })
    assert.deepEqual(
      [refused.status, refused.json.details.field, refused.json.details.reason],
      [400, 'categoryId', 'not_found'],
    )
    assert.equal((await put(store, id, { color: 'rojo' })).json.details.reason, 'unknown_field')
  })

  test('403 without the scope', async () => {
    const store = await aStore(service, { scopes: ['products:read'] })
    const { id } = await aProduct(service, store)
    assert.equal((await put(store, id, {})).status, 403)
  })

  test('activating and deactivating updates the totals', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    await aProduct(service, store)
    const totals = async () =>
      Promise.all(
        ['active', 'inactive', 'all'].map(
          async (status) => (await service.get(`/api/v1/products?status=${status}`, store.key)).json.total,
        ),
      )
    assert.deepEqual(await totals(), [2, 0, 2])
    await put(store, id, { isActive: false })
    assert.deepEqual(await totals(), [1, 1, 2])
    await put(store, id, { isActive: false })
    assert.deepEqual(await totals(), [1, 1, 2])
    await put(store, id, { isActive: true })
    assert.deepEqual(await totals(), [2, 0, 2])
  })

  test('concurrent changes lose no updates, and the totals stay correct', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const { id } = await aProduct(service, store, { name: 'Uno', price: 1 })
    const bodies = [
      { name: 'Dos' },
      { price: 2 },
      { description: 'Dos' },
      { comparePrice: 50 },
      { slug: 'dos' },
    ]
    const moves = Array.from({ length: 9 }, (_, n) => ({ isActive: n % 2 === 0 }))
    const answers = await Promise.all([...bodies, ...moves].map((body) => put(store, id, body)))
    assert.ok(answers.every(({ status }) => status === 200))

    const { name, price, description, comparePrice, slug, isActive } = await get(store, id)
    assert.deepEqual([name, price, description, comparePrice, slug], ['Dos', 2, 'Dos', 50, 'dos'])
    const { total } = (await service.get('/api/v1/products', store.key)).json
    assert.equal(total, isActive ? 1 : 0)
    const delivered = (await deliveriesOf(service, store)).map(({ payload }) => payload['isActive'])
    const changes = delivered.filter((active, n) => n > 0 && active !== delivered[n - 1]).length
    assert.equal(delivered.length, 1 + bodies.length + changes)
  })

  test('of two concurrent changes to the same slug, one succeeds', async () => {
    const store = await aStore(service)
    const products = await Promise.all(Array.from({ length: 8 }, () => aProduct(service, store)))
    const wanted = { slug: 'cafe' }
    const answers = await Promise.all([
      ...products.map(({ id }) => put(store, id, wanted)),
      service.post('/api/v1/products', { key: store.key, body: { name: 'Café', price: 1 } }),
    ])
    const won = answers.filter(({ status }) => status < 300)
    assert.equal(won.length, 1)
    assert.ok(answers.every((answer) => won.includes(answer) || answer.json.code === 'DUPLICATE_SLUG'))
  })
})
