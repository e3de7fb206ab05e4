import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../core/values/id.ts'
import { startService, countByStatus } from '../../../test/service.ts'
import {
  aCategory,
  aDiscount,
  anAddress,
  anOrder,
  aProduct,
  aShippingOption,
  aStore,
  aWebhook,
  deliveriesOf,
  order,
} from '../../../test/factories.ts'
import { changesOn } from '../../../test/changes.ts'

const service = await startService()
const { changesOf, newest, undo, stateOf, put } = changesOn(service)
const { sql } = service

suite('POST /api/v1/changes/:id/undo', () => {
  test('an undo is recorded as a change that refers to the original, and vice versa', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100, name: 'Café' })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    const { json } = await undo(store, id)
    assert.deepEqual([json.data.undoes, json.data.by, json.data.canUndo], [id, 'api', true])
    assert.deepEqual(
      (await changesOf(store)).map(({ summary, undoneBy, canUndo }: Record<string, unknown>) => [
        summary,
        undoneBy,
        canUndo,
      ]),
      [
        ['Una clave de API deshizo un cambio: cambió el precio de Café de 120 a 100', null, true],
        ['Una clave de API cambió el precio de Café de 100 a 120', json.data.id, false],
      ],
    )
    const again = await undo(store, id)
    assert.deepEqual(
      [again.status, again.json.code, again.json.details.undoneBy],
      [409, 'NOT_UNDOABLE', json.data.id],
    )
    await undo(store, json.data.id)
    const first = (await service.get(`/api/v1/changes/${id}`, store.key)).json.data
    assert.deepEqual([first.undoneBy, first.canUndo], [null, true])
    assert.equal((await service.get(`/api/v1/products/${product.id}`, store.key)).json.data.price, 120)
  })

  test('an undo is 409 with the difference when the row has changed since, and nothing is written', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100, name: 'Café' })
    await put(store, `products/${product.id}`, { price: 120, description: 'De altura' })
    const id = await newest(store)
    await put(store, `products/${product.id}`, { price: 130 })
    const before = await stateOf(store)
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
    assert.deepEqual(json.details.difference, [
      {
        resource: 'product',
        id: product.id,
        name: 'Café',
        field: 'price',
        before: 100,
        after: 120,
        current: 130,
      },
    ])
    assert.deepEqual(await stateOf(store), before)
    assert.equal((await changesOf(store)).length, 2)
  })

  test('an undo is 409 when the changed row was deleted since, or the deleted row exists again', async () => {
    const store = await aStore(service)
    const [product, discount] = [
      await aProduct(service, store),
      await aDiscount(service, store, { code: 'HOLA' }),
    ]
    await put(store, `products/${product.id}`, { price: 1 })
    const changed = await newest(store)
    await service.delete(`/api/v1/products/${product.id}`, store.key)
    assert.equal((await undo(store, changed)).json.code, 'CHANGED_SINCE')

    await service.delete(`/api/v1/discounts/${discount.id}`, store.key)
    const deleted = await newest(store)
    await aDiscount(service, store, { code: 'HOLA' })
    const { status, json } = await undo(store, deleted)
    assert.deepEqual([status, json.code], [409, 'DUPLICATE_CODE'])
  })

  test('an undo keeps later changes of other fields', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    await put(store, `products/${product.id}`, { description: 'De altura' })
    assert.equal((await undo(store, id)).status, 200)
    const { data } = (await service.get(`/api/v1/products/${product.id}`, store.key)).json
    assert.deepEqual([data.price, data.description], [100, 'De altura'])
  })

  test('an undo is 409 where a price that it restores does not go with those that were changed since', async () => {
    const store = await aStore(service)
    const variants = [{ name: 'S', price: 20, quantityPrices: [{ from: 2, price: 15 }] }]
    const own = ({ variants: [variant] }: { variants: { id: string }[] }, body: object) => ({
      variants: [{ id: variant!.id, ...body }],
    })
    const [tenth, fifth, none] = [[{ from: 2, price: 10 }], [{ from: 2, price: 5 }], []]
    for (const [created, first, second] of [
      [{ price: 10 }, { price: 12 }, { quantityPrices: tenth }],
      [{ price: 20, quantityPrices: tenth }, { quantityPrices: fifth }, { price: 9 }],
      [{ price: 20, comparePrice: 30 }, { comparePrice: null }, { price: 30 }],
      [{ variants }, { quantityPrices: none }, { price: 15 }],
      [{ variants }, { quantityPrices: none }, { price: null }],
    ] as const) {
      const product = await aProduct(service, store, { name: 'Tornillo', ...created })
      const put1 = (body: object) =>
        put(store, `products/${product.id}`, 'variants' in created ? own(product, body) : body)
      assert.equal((await put1(first)).status, 200)
      const id = await newest(store)
      assert.equal((await put1(second)).status, 200)
      const before = await stateOf(store)
      const { status, json } = await undo(store, id)
      assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'], JSON.stringify(first))
      assert.match(json.error, /^Los precios anteriores de Tornillo no van con/)
      assert.deepEqual(await stateOf(store), before)
    }
  })

  test('an undo is 409 where prices by quantity have more decimals than the present currency', async () => {
    const store = await aStore(service)
    for (const body of [{ description: null }, { description: 'x', minQuantity: 2 }]) {
      const product = await aProduct(service, store, { price: 10, quantityPrices: [{ from: 2, price: 8.5 }] })
      await put(store, `products/${product.id}`, { quantityPrices: [], ...body })
      const id = await newest(store)
      assert.equal((await put(store, 'store', { currency: 'CLP' })).status, 200)
      const { status, json } = await undo(store, id)
      assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
      assert.equal((await put(store, 'store', { currency: 'GTQ' })).status, 200)
    }
  })

  test('an undo restores a category with its products, one event each, and the search finds them by it', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const category = await aCategory(service, store, { name: 'Orígenes' })
    for (const name of ['Café', 'Miel']) await aProduct(service, store, { name, categoryId: category.id })
    await service.delete(`/api/v1/categories/${category.id}`, store.key)
    const events = (await deliveriesOf(service, store)).length
    assert.equal((await undo(store, await newest(store))).status, 200)
    const sent = (await deliveriesOf(service, store)).slice(events)
    assert.deepEqual(sent.map(({ event, payload }) => [event, payload['categoryId']]), [
      ['product.updated', category.id],
      ['product.updated', category.id],
    ]) // prettier-ignore
    const { data } = (await service.get('/api/v1/categories', store.key)).json
    assert.deepEqual([data[0]!.id, data[0]!.productCount], [category.id, 2])
    assert.equal((await service.get('/api/v1/products?search=origenes', store.key)).json.total, 2)
  })

  test('an undo updates list totals, and sends events for restored and deleted products', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const { json } = await service.post('/api/v1/products', {
      key: store.key,
      body: { name: 'Café', price: 10 },
    })
    const total = async () => (await service.get('/api/v1/products', store.key)).json.total
    const made = await undo(store, await newest(store))
    assert.equal(await total(), 0)
    await undo(store, made.json.data.id)
    assert.equal(await total(), 1)
    const sent = (await deliveriesOf(service, store)).map(({ event, subjectId }) => [event, subjectId])
    const { id } = json.data
    assert.deepEqual(sent, [['product.created', id], ['product.deleted', id], ['product.updated', id]]) // prettier-ignore
  })

  test('an undo extends the expiry of the pictures of restored variants', async () => {
    const store = await aStore(service)
    const id = newId()
    const url = `${service.url}/media/${store.id}/fotos/${id}.jpg`
    await sql`
      insert into pictures (store_id, id, source_hash, type, width, height, body, expires_at)
      values (${store.id}, ${id}, ${Buffer.from(id)}, 'image/jpeg', 1, 1, ${Buffer.from('x')}, now() + interval '1 day')`
    const { id: product } = await aProduct(service, store, {
      variants: [{ name: 'S', imageUrl: url }, { name: 'L' }],
    })
    await put(store, `products/${product}`, { variants: [{ name: 'Otra' }] })
    await sql`update pictures set expires_at = now() where store_id = ${store.id}`
    assert.equal((await undo(store, await newest(store))).status, 200)
    const [due] = await sql<[{ later: boolean }]>`
      select expires_at > now() + interval '29 days' as later from pictures where store_id = ${store.id}`
    assert.equal(due.later, true)
  })

  test('an undo of a change that 0.3.0 recorded, with the whole variants of the product, restores them', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'L' }] })
    const variantsOf = async () => {
      const [row] = await sql<[{ variants: { id: string; name: string }[] }]>`
        select variants from products where store_id = ${store.id} and id = ${product.id}`
      return row.variants
    }
    const before = await variantsOf()
    const [small, large] = before
    await put(store, `products/${product.id}`, { variants: [{ id: large!.id, name: 'XL' }, { name: 'M' }] })
    const after = await variantsOf()
    const id = await newest(store)
    const { count } = await sql`
      update change_rows
      set
        before = before - 'variants_md5' || jsonb_build_object('variants', ${sql.json(before)}::jsonb),
        after = after - 'variants_md5' || jsonb_build_object('variants', ${sql.json(after)}::jsonb)
      where store_id = ${store.id} and change_id = ${id} and table_name = 'products'`
    assert.equal(count, 1)
    const [change] = await changesOf(store)
    assert.equal((change!.items[0]!.after!['variants'] as unknown[]).length, 2)
    const undone = await undo(store, id)
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual(
      (await variantsOf()).map((one) => [one.id, one.name]),
      [
        [small!.id, 'S'],
        [large!.id, 'L'],
      ],
    )
    assert.equal((await undo(store, undone.json.data.id)).status, 200)
    assert.deepEqual(await variantsOf(), after)
  })

  test('an undo of variants fails where another one was added since', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'L' }] })
    const [small, large] = variants.map((one) => ({ id: one.id }))
    await put(store, `products/${id}`, { variants: [{ ...small, name: 'XS' }, large] })
    const change = await newest(store)
    await put(store, `products/${id}`, { variants: [small, large, { name: 'XL' }] })
    const { status, json } = await undo(store, change)
    assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
    const [{ field, current }] = json.details['difference'] as [{ field: string; current: unknown[] }]
    assert.deepEqual([field, current.length], ['variants', 3])
  })

  test('an undo of more variants than an undo may lock fails with an alternative', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await put(store, `products/${product.id}`, { variants: [{ name: 'S', stock: 1 }] })
    const id = await newest(store)
    await sql`
      insert into change_rows (store_id, change_id, table_name, row_id, before, after)
      select ${store.id}, ${id}, 'variants', 'v' || n, '{"stock": 1}', '{"stock": 2}'
      from generate_series(1, 2000) as n`
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code], [409, 'NOT_UNDOABLE'])
    assert.match(json.error, /muy grande/)
    assert.equal((await service.get(`/api/v1/changes/${id}`, store.key)).json.data.canUndo, false)
  })

  test('an undo is 403 past the cap of the plan', async () => {
    const store = await aStore(service, { plan: 'free' })
    const first = await aShippingOption(service, store)
    for (let n = 0; n < 4; n++) await aShippingOption(service, store)
    await service.delete(`/api/v1/shipping/${first.id}`, store.key)
    const id = await newest(store)
    await aShippingOption(service, store)
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code, json.resource], [403, 'PLAN_LIMIT_REACHED', 'shippingOptions'])
  })

  test('an undo is 409 after 30 days, and on changes other than of the catalog and settings', async () => {
    const store = await aStore(service)
    await aShippingOption(service, store)
    const old = await newest(store)
    await sql`update changes set created_at = now() - interval '31 days' where store_id = ${store.id}`
    const body = {
      url: 'https://avisos.example/',
      events: ['order.created'],
      secret: `whsec_${'A'.repeat(32)}`,
    }
    await service.post('/api/v1/store/webhooks', { key: store.key, body })
    for (const id of [old, await newest(store)]) {
      const { status, json } = await undo(store, id)
      assert.deepEqual([status, json.code], [409, 'NOT_UNDOABLE'])
      assert.equal((await service.get(`/api/v1/changes/${id}`, store.key)).json.data.canUndo, false)
    }
  })

  test('an undo restores the slug of a store, and reserves the later one', async () => {
    const store = await aStore(service)
    const slug = `otra-${newId().slice(0, 8)}`
    await put(store, 'store', { slug })
    assert.equal((await undo(store, await newest(store))).status, 200)
    assert.equal((await service.get('/api/v1/store', store.key)).json.data.slug, store.slug)
    assert.equal(
      (await service.get(`/api/check-slug?slug=${slug}`, undefined, anAddress())).json.available,
      false,
    )
  })

  test('an undo of settings does not wait for concurrent orders', async () => {
    const store = await aStore(service)
    await service.put('/api/v1/store', { key: store.key, body: { name: 'Otro nombre' } })
    const id = await newest(store)
    await sql.begin(async (tx) => {
      await tx`select from stores where id = ${store.id} for key share` // as an order holds it until it commits
      const { status, text } = await undo(store, id)
      assert.equal(status, 200, text)
    })
  })

  test('an undo by concurrent requests runs once', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    const all = await Promise.all(Array.from({ length: 6 }, () => undo(store, id)))
    assert.deepEqual(countByStatus(all), { 200: 1, 409: 5 })
  })

  test('an undo leaves usedCount of a discount unchanged', async () => {
    const store = await aStore(service)
    const discount = await aDiscount(service, store, { code: 'HOLA', value: 10 })
    await put(store, `discounts/${discount.id}`, { value: 20 })
    const id = await newest(store)
    const { variants } = await aProduct(service, store)
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), discountCode: 'HOLA' }
    assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    assert.equal((await undo(store, id)).status, 200)
    const { data } = (await service.get(`/api/v1/discounts/${discount.id}`, store.key)).json
    assert.deepEqual([data.value, data.usedCount], [10, 1])
  })

  test('an undo of a deleted discount counts no use of an order that was cancelled meanwhile', async () => {
    const store = await aStore(service)
    const discount = await aDiscount(service, store, { code: 'HOLA', value: 10, maxUses: 3 })
    const { variants } = await aProduct(service, store)
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const place = () => order(service, { ...anOrder(store, items), discountCode: 'HOLA' })
    const [before, meanwhile] = [(await place()).json.id, (await place()).json.id]
    await place()
    await put(store, `orders/${before}`, { status: 'cancelled' })
    await service.delete(`/api/v1/discounts/${discount.id}`, store.key)
    const id = await newest(store)
    await put(store, `orders/${meanwhile}`, { status: 'cancelled' })
    assert.equal((await undo(store, id)).status, 200)
    assert.equal((await service.get(`/api/v1/discounts/${discount.id}`, store.key)).json.data.usedCount, 1)
  })
})
