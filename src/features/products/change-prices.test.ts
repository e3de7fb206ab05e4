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
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 300))
    const { json } = await send({ percent: 5, dryRun: true })
    assert.deepEqual([json.details.reason, /303/.test(json.error)], ['max_items', true])
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
