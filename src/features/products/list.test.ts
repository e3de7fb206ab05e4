import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aKey, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { setBillingState } from '../billing/change.ts'

const service = await startService()

const list = async (key: string, query = '') => (await service.get(`/api/v1/products${query}`, key)).json
const names = async (key: string, query = '') =>
  (await list(key, query)).data.map(({ name }: { name: string }) => name)

async function aShop() {
  const store = await aStore(service)
  for (const [name, price, isActive] of [
    ['ñandú', 30, true],
    ['Árbol', 20, true],
    ['nube', 10, true],
    ['Zapato', 40, false],
    ['oca', 20, true],
  ] as const) {
    await aProduct(service, store, { name, price, isActive })
  }
  return store
}

suite('GET /api/v1/products', () => {
  test('200: active products, the newest first, in the list envelope', async () => {
    const store = await aShop()
    const { data, ...page } = await list(store.key)
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['oca', 'nube', 'Árbol', 'ñandú'],
    )
    assert.deepEqual(page, { total: 4, limit: 50, offset: 0 })
    assert.deepEqual(Object.keys(data[0]!), [
      'id',
      'name',
      'slug',
      'description',
      'price',
      'comparePrice',
      'quantityPrices',
      'minQuantity',
      'quantityStep',
      'sku',
      'gtin',
      'brand',
      'imageUrl',
      'images',
      'isActive',
      'categoryId',
      'modifierGroupIds',
      'options',
      'variants',
      'createdAt',
      'updatedAt',
    ])
  })

  test('maxStock lists those with an active variant that is nearly sold out, also right after an order', async () => {
    const store = await aStore(service)
    type Variant = { name: string; stock?: number; isActive?: boolean }
    const made = (name: string, variants: Variant[]) => aProduct(service, store, { name, price: 5, variants })
    const pie = await made('Tarta', [{ name: 'Única', stock: 2 }])
    await made('Camisa', [{ name: 'S', stock: 0 }, { name: 'M', stock: 9 }]) // prettier-ignore
    await made('Taza', [{ name: 'Roja', stock: 50 }, { name: 'Azul', stock: 0, isActive: false }]) // prettier-ignore
    await made('Pan', [{ name: 'Única' }])
    const upTo = async (n: number) => (await names(store.key, `?maxStock=${n}`)).toSorted()
    assert.deepEqual([await upTo(0), await upTo(2)], [['Camisa'], ['Camisa', 'Tarta']])
    assert.equal((await list(store.key, '?maxStock=2&limit=1')).total, 2)
    await order(service, anOrder(store, [{ variantId: pie.variants[0]!.id, quantity: 2 }]))
    assert.deepEqual(await upTo(0), ['Camisa', 'Tarta'])
    for (const bad of ['-1', '1.5', 'poco']) {
      assert.equal((await service.get(`/api/v1/products?maxStock=${bad}`, store.key)).status, 400, bad)
    }
  })

  test('pages cover all products, and one past the end is empty with the correct total', async () => {
    const store = await aShop()
    const pages = [await names(store.key, '?limit=3'), await names(store.key, '?limit=3&offset=3')]
    assert.deepEqual(pages, [['oca', 'nube', 'Árbol'], ['ñandú']])
    const past = await list(store.key, '?offset=99')
    assert.deepEqual([past.data, past.total], [[], 4])
  })

  test('filters by status, with correct totals', async () => {
    const store = await aShop()
    assert.deepEqual(await names(store.key, '?status=inactive'), ['Zapato'])
    assert.equal((await list(store.key, '?status=inactive')).total, 1)
    assert.equal((await names(store.key, '?status=all')).length, 5)
    assert.equal((await list(store.key, '?status=all')).total, 5)
  })

  test('sorts names in Spanish collation, ignoring case, ñ after n; equal ones by id', async () => {
    const store = await aShop()
    const byName = ['Árbol', 'nube', 'ñandú', 'oca', 'Zapato']
    assert.deepEqual(await names(store.key, '?status=all&sort=name'), byName)
    assert.deepEqual(await names(store.key, '?status=all&sort=-name'), byName.toReversed())
    const byPrice = (await list(store.key, '?sort=price')).data
    assert.deepEqual(
      byPrice.map(({ price }: { price: number }) => price),
      [10, 20, 20, 30],
    )
    assert.ok(byPrice[1]!.id < byPrice[2]!.id)
    assert.deepEqual((await list(store.key, '?sort=-price')).data, byPrice.toReversed())
    assert.deepEqual(await names(store.key, '?sort=createdAt'), ['ñandú', 'Árbol', 'nube', 'oca'])
    const [oldest] = (await list(store.key, '?sort=createdAt')).data
    await service.put(`/api/v1/products/${oldest!.id}`, { key: store.key, body: { price: 31 } })
    assert.deepEqual(await names(store.key, '?sort=-updatedAt'), ['ñandú', 'oca', 'nube', 'Árbol'])
    assert.deepEqual(await names(store.key, '?sort=updatedAt'), ['Árbol', 'nube', 'oca', 'ñandú'])
  })

  test('search matches every word in name or description, ignoring case and accents', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Café Molido', description: 'De la región de Huehuetenango' })
    await aProduct(service, store, { name: 'Cafetera', description: '100% acero' })
    for (const [search, found] of [
      ['CAFE', ['Café Molido', 'Cafetera']],
      ['region café', ['Café Molido']],
      ['café acero', ['Cafetera']],
      ['100%', ['Cafetera']],
      ['%', []],
      ['acero café nada', []],
      ['_', []],
      [String.raw`\ `, []],
      ['ETÉRA', ['Cafetera']],
      ['', ['Cafetera', 'Café Molido']],
      [' ', ['Cafetera', 'Café Molido']],
    ] as const) {
      const query = `?search=${encodeURIComponent(search)}`
      assert.deepEqual(await names(store.key, query), found, search)
      assert.equal((await list(store.key, query)).total, found.length)
    }
  })

  test('filters by category, price and updatedAt, in combination', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store)
    await aProduct(service, store, { name: 'Barato', price: 9.99, categoryId: category.id })
    await aProduct(service, store, { name: 'Justo', price: 10, categoryId: category.id })
    await aProduct(service, store, { name: 'Caro', price: 10.01, categoryId: category.id })
    const last = await aProduct(service, store, { name: 'Suelto', price: 10 })
    assert.deepEqual(await names(store.key, `?categoryId=${category.id}`), ['Caro', 'Justo', 'Barato'])
    assert.deepEqual(await names(store.key, '?minPrice=10'), ['Suelto', 'Caro', 'Justo'])
    assert.deepEqual(await names(store.key, '?maxPrice=10'), ['Suelto', 'Justo', 'Barato'])
    const both = await list(store.key, `?minPrice=10&maxPrice=10&categoryId=${category.id}&limit=1`)
    assert.deepEqual([both.data[0]!.name, both.total], ['Justo', 1])
    assert.deepEqual(await names(store.key, '?minPrice=11&maxPrice=10'), [])

    assert.ok((await names(store.key, `?updatedSince=${last.updatedAt}`)).includes('Suelto'))
    const later = new Date(Date.parse(last.updatedAt) + 60_000).toISOString().replace('Z', '%2B00:00')
    assert.deepEqual(await names(store.key, `?updatedSince=${later}`), [])
  })

  test('variants=all includes inactive variants', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'M', isActive: false }] })
    const [active] = (await list(store.key)).data
    const [all] = (await list(store.key, '?variants=all')).data
    assert.deepEqual([active!.variants.length, all!.variants.length], [1, 2])
  })

  test('400 on invalid parameters, with the name', async () => {
    const { key } = await aStore(service)
    for (const [query, field, reason] of [
      ['limit=0', 'limit', 'minimum'],
      ['limit=101', 'limit', 'maximum'],
      ['limit=1.5', 'limit', 'type'],
      ['limit=diez', 'limit', 'type'],
      ['limit=Infinity', 'limit', 'type'],
      ['offset=-1', 'offset', 'minimum'],
      ['offset=-1e999', 'offset', 'type'],
      ['status=borrado', 'status', 'enum'],
      ['sort=color', 'sort', 'enum'],
      ['minPrice=-1', 'minPrice', 'minimum'],
      ['maxPrice=mucho', 'maxPrice', 'type'],
      ['updatedSince=ayer', 'updatedSince', 'format'],
      ['search=%00', 'search', 'invalid'],
    ] as const) {
      const refused = await service.get(`/api/v1/products?${query}`, key)
      assert.equal(refused.status, 400, query)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    }
  })

  test('never shows another store its products, not even by category id', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store)
    await aProduct(service, store, { categoryId: category.id })
    const stranger = await aStore(service)
    assert.equal((await list(stranger.key, '?status=all')).total, 0)
    assert.equal((await list(stranger.key, `?categoryId=${category.id}`)).total, 0)
  })

  test('cached responses are not sent to keys without the scope, or of a suspended store', async () => {
    const store = await aStore(service)
    for (let i = 0; i < 2; i++) await list(store.key)
    const refused = await aKey(service, {
      accountId: store.ownerId,
      storeId: store.id,
      scopes: ['orders:read'],
    })
    assert.equal((await service.get('/api/v1/products', refused)).status, 403)
    await setBillingState(service.sql, store.id, 'suspended')
    assert.equal((await service.get('/api/v1/products', store.key)).status, 402)
  })

  test('304 until the catalog changes', async () => {
    const store = await aStore(service)
    let etag = (await service.get('/api/v1/products', store.key)).headers.get('etag')!
    const read = async () => {
      const answer = await service.get('/api/v1/products', store.key, { 'if-none-match': etag })
      etag = answer.headers.get('etag')!
      return answer
    }
    assert.equal((await read()).status, 304)
    const { id } = await aProduct(service, store)
    assert.equal((await read()).json.total, 1)
    assert.equal((await read()).status, 304)
    await service.put(`/api/v1/products/${id}`, { key: store.key, body: { price: 7 } })
    assert.equal((await read()).json.data[0]!.price, 7)
    await service.delete(`/api/v1/products/${id}`, store.key)
    assert.equal((await read()).json.total, 0)
    await service.post(`/api/v1/products/${id}/restore`, { key: store.key })
    assert.equal((await read()).json.total, 1)
  })

  test('a change through one process is in the next response of another', async () => {
    const other = await startService({}, service)
    const store = await aStore(service)
    for (let total = 1; total <= 3; total++) {
      await aProduct(service, store)
      assert.equal((await other.get('/api/v1/products', store.key)).json.total, total)
      assert.equal((await other.get('/api/v1/products', store.key)).json.data.length, total)
    }
  })

  test('shows a hundred variants in the order they were sent, each at its exact price', async () => {
    const store = await aStore(service)
    const variants = Array.from({ length: 100 }, (_, n) => ({ name: `Talla ${n}`, price: n + 0.01 }))
    await aProduct(service, store, { variants })
    const [product] = (await list(store.key)).data
    assert.deepEqual(
      product!.variants.map(({ name, price }: { name: string; price: number }) => ({ name, price })),
      variants,
    )
  })
})
