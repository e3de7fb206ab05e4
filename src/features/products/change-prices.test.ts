import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fillCatalog } from '../demo/load/fill-catalog.ts'
import { aCategory, aKey, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

async function aCatalog() {
  const store = await aStore(service)
  const { id: categoryId } = await aCategory(service, store, { name: 'Pánes dulces', slug: 'panes-dulces' })
  const bread = await aProduct(service, store, { name: 'Pan', price: 10, comparePrice: 10.4, categoryId })
  const variants = [{ name: 'S' }, { name: 'L', price: 95.5 }]
  const cake = await aProduct(service, store, { name: 'Torta', price: 80, variants, categoryId })
  const mug = await aProduct(service, store, { name: 'Taza', price: 30 })
  const send = (body: object) => service.post('/api/v1/products/prices', { key: store.key, body })
  const preview = async (body: object) => (await send({ ...body, dryRun: true })).json.data
  const priceOf = async ({ id }: { id: string }) => {
    const { data } = (await service.get(`/api/v1/products/${id}`, store.key)).json
    return [data.price, data.comparePrice, data.variants.map(({ price }) => price)]
  }
  return { store, categoryId, bread, cake, mug, send, preview, priceOf }
}

suite('POST /api/v1/products/prices', () => {
  test('shows first, changes nothing; applied, it changes all with their variants, and is undone as one', async () => {
    const { store, bread, cake, mug, send, preview, priceOf } = await aCatalog()
    const asked = { percent: 5, category: 'panes DULCES' }
    const shown = await preview(asked)
    assert.deepEqual([shown.dryRun, shown.matched, shown.changed], [true, 2, 2])
    assert.deepEqual(shown.products, [
      {
        id: cake.id,
        name: 'Torta',
        from: 80,
        to: 84,
        variants: 1,
        losesComparePrice: false,
        losesQuantityPrices: false,
      },
      {
        id: bread.id,
        name: 'Pan',
        from: 10,
        to: 10.5,
        variants: 0,
        losesComparePrice: true,
        losesQuantityPrices: false,
      },
    ])
    assert.deepEqual(await priceOf(bread), [10, 10.4, [10]])
    const { status, json } = await send({ ...asked, seen: shown.seen })
    assert.deepEqual([status, json.data.dryRun, json.data.changed], [200, false, 2])
    assert.deepEqual(await priceOf(bread), [10.5, null, [10.5]])
    assert.deepEqual(await priceOf(cake), [84, null, [84, 100.28]])
    assert.deepEqual(await priceOf(mug), [30, null, [30]])
    const [change] = (await service.get('/api/v1/changes?limit=1', store.key)).json.data
    assert.equal((await service.post(`/api/v1/changes/${change!.id}/undo`, { key: store.key })).status, 200)
    assert.deepEqual(await priceOf(bread), [10, 10.4, [10]])
  })

  test('selects by products, by a search, by what is shown; a category by its id, slug, or a name that one has', async () => {
    const { store, categoryId, bread, preview, send } = await aCatalog()
    await aProduct(service, store, { name: 'Rosca', price: 5, isActive: false, categoryId })
    const names = async (body: object) =>
      (await preview({ percent: 10, ...body })).products.map(({ name }) => name).toSorted()
    assert.deepEqual(await names({}), ['Pan', 'Rosca', 'Taza', 'Torta'])
    assert.deepEqual(await names({ status: 'active', category: categoryId }), ['Pan', 'Torta'])
    assert.deepEqual(await names({ category: 'panes-dulces', search: 'rosca' }), ['Rosca'])
    assert.deepEqual(await names({ productIds: [bread.id] }), ['Pan'])
    await aCategory(service, store, { name: 'Panes Dulces', slug: 'otros' })
    const { json } = await send({ percent: 10, category: 'panes dulces', dryRun: true })
    assert.deepEqual([json.details.field, json.details.reason], ['category', 'invalid'])
    assert.match(json.error, /panes-dulces.*otros|otros.*panes-dulces/)
  })

  test('409 where a price changed since it was shown, or for what was never shown: none is changed', async () => {
    const { store, bread, cake, send, preview, priceOf } = await aCatalog()
    const { seen } = await preview({ percent: 5 })
    for (const other of [{ percent: 50 }, { percent: 5, rounding: '5' }, { percent: 5, search: 'pan' }]) {
      assert.deepEqual([(await send({ ...other, seen })).json.code], ['CHANGED_SINCE'])
    }
    await service.put(`/api/v1/products/${bread.id}`, { key: store.key, body: { price: 10.2 } })
    assert.equal((await send({ percent: 5, seen })).status, 409)
    assert.deepEqual((await priceOf(cake))[0], 80)
  })

  test('400 on what is not shown first, is no percentage, does not exist, or is too much at once', async () => {
    const { store, bread, send } = await aCatalog()
    const stranger = await aStore(service)
    const other = await aProduct(service, stranger)
    const bad: [body: object, field: string, reason: string][] = [
      [{ percent: 5 }, 'seen', 'required'],
      [{ percent: 0, dryRun: true }, 'percent', 'invalid'],
      [{ percent: 5.125, dryRun: true }, 'percent', 'invalid'],
      [{ percent: -100, dryRun: true }, 'percent', 'minimum'],
      [{ percent: '5', dryRun: true }, 'percent', 'type'],
      [{ percent: 5, rounding: '7', dryRun: true }, 'rounding', 'enum'],
      [{ percent: 5, category: 'nada', dryRun: true }, 'category', 'not_found'],
      [{ percent: 5, productIds: [bread.id, other.id], dryRun: true }, 'productIds.1', 'not_found'],
      [{ percent: 5, productIds: [bread.id], search: 'pan', dryRun: true }, 'productIds', 'invalid'],
    ]
    for (const [body, field, reason] of bad) {
      const { status, json } = await send(body)
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    }
    const { json } = await send({
      percent: 5,
      productIds: Array.from({ length: 301 }, () => bread.id),
      dryRun: true,
    })
    assert.equal(json.details.reason, 'max_items')
    await service.put(`/api/v1/products/${bread.id}`, {
      key: store.key,
      body: { price: 900_000_000, comparePrice: null },
    })
    const { status, json: high } = await send({ percent: 20, dryRun: true })
    assert.deepEqual([status, high.details.field, /Pan/.test(high.error)], [400, 'percent', true])
  })

  test('changes 1,500 products with 3,000 own prices as one change, undone at once whatever else changed', async () => {
    const { store, bread, cake, preview, send, priceOf } = await aCatalog()
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 1_497))
    const sums = () => service.sql<Record<'price' | 'own' | 'listed', number>[]>`
      select sum(price) as price, sum(compare_price) as compare, (
        select sum(variants.price) from variants where store_id = ${store.id}
      ) as own, sum((select sum((v -> 'price')::numeric) from jsonb_array_elements(variants) as v where v -> 'price' <> 'null')) as listed
      from products where store_id = ${store.id}`
    const [before] = await sums()
    const { seen, matched, changed } = await preview({ percent: 100 })
    assert.deepEqual([matched, changed], [1_500, 1_500])
    const { status } = await send({ percent: 100, seen })
    assert.equal(status, 200)
    const [after] = await sums()
    assert.deepEqual(
      [after!['price'], after!['own'], after!['listed']],
      [before!['price'] * 2, before!['own'] * 2, before!['own'] * 2],
    )
    const [change] = (await service.get('/api/v1/changes?limit=1', store.key)).json.data
    assert.deepEqual([change!.itemCount, change!.canUndo], [1_500, true])
    assert.match(change!.summary, /subió los precios de 1500 productos un 100 %/)
    await service.put(`/api/v1/products/${cake.id}`, { key: store.key, body: { name: 'Torta grande' } })
    assert.equal((await service.post(`/api/v1/changes/${change!.id}/undo`, { key: store.key })).status, 200)
    assert.deepEqual([...(await sums())], [before])
    assert.deepEqual(await priceOf(bread), [10, 10.4, [10]])
  })

  test('400 on more products than a plan has, or more variants than one change may have', async () => {
    const { store, send } = await aCatalog()
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 9_998))
    const { json } = await send({ percent: 5, dryRun: true })
    assert.deepEqual([json.details.reason, /10001/.test(json.error)], ['max_items', true])
    await service.sql`
      update products
      set variants = to_jsonb(array_fill(variants -> 0, array[100]))
      where store_id = ${store.id} and slug like 'producto-1___'`
    const { json: many } = await send({ percent: 5, search: 'producto', dryRun: true })
    assert.match(many.error, /50000 variantes/)
  })

  test('is not undone where one price was changed by hand since, of a product or of a variant; nothing is', async () => {
    for (const change of [{ price: 99 }, { variants: [{ price: 99 }] }]) {
      const { store, bread, cake, send, preview, priceOf } = await aCatalog()
      const { seen } = await preview({ percent: 10 })
      await send({ percent: 10, seen })
      const [made] = (await service.get('/api/v1/changes?limit=1', store.key)).json.data
      const variants = change.variants && [
        { id: cake.variants[0]!.id },
        { id: cake.variants[1]!.id, price: 99 },
      ]
      const body = variants ? { variants } : change
      assert.equal((await service.put(`/api/v1/products/${cake.id}`, { key: store.key, body })).status, 200)
      const { status, json } = await service.post(`/api/v1/changes/${made!.id}/undo`, { key: store.key })
      assert.deepEqual(
        [status, json.code, (json.details.difference as [{ field: string }])[0].field],
        [409, 'CHANGED_SINCE', 'price'],
      )
      assert.equal((await priceOf(bread))[0], 11)
    }
  })

  test('of two at once, one sees that the other came first; orders of what is changed go on', async () => {
    const { store, mug, send, preview, priceOf } = await aCatalog()
    const [{ seen: up }, { seen: down }] = [await preview({ percent: 10 }), await preview({ percent: -10 })]
    const sent = await Promise.all([
      send({ percent: 10, seen: up }),
      send({ percent: -10, seen: down }),
      service.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { name: 'Taza azul' } }),
    ])
    assert.deepEqual(
      sent.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 409],
    )
    assert.ok([27, 33].includes((await priceOf(mug))[0] as number))
  })

  test('429 after ten in a minute of one store; to look is free', async () => {
    const { store, send, preview } = await aCatalog()
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const { seen } = await preview({ percent: 1 })
      statuses.push((await send({ percent: 1, seen })).status)
    }
    assert.deepEqual(new Set(statuses.slice(0, 10)), new Set([200]))
    assert.equal(statuses[10], 429)
    const key = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['products:read'],
    })
    const body = { percent: 1, dryRun: true }
    assert.equal((await service.post('/api/v1/products/prices', { key, body })).status, 403)
  })
})
