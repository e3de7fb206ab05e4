import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

type Store = Awaited<ReturnType<typeof aStore>>

const create = (store: Store, body: object) =>
  service.post('/api/v1/products', { key: store.key, body: { name: `Café ${newId()}`, price: 10, ...body } })
const put = (store: Store, id: string, body: object) =>
  service.put(`/api/v1/products/${id}`, { key: store.key, body })
const read = async (store: Store, id: string) =>
  (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data
const codesOf = ({ sku, gtin, brand }: { sku: unknown; gtin: unknown; brand: unknown }) => [sku, gtin, brand]
const newestChange = async (store: Store) =>
  (await service.get('/api/v1/changes', store.key)).json.data[0] as { id: string; summary: string }
const undo = (store: Store, id: string) => service.post(`/api/v1/changes/${id}/undo`, { key: store.key })

const EAN = '7501031311309'

suite('the SKU, barcode and brand of a product', () => {
  test('are null at first, are saved, changed one by one, and cleared', async () => {
    const store = await aStore(service)
    assert.deepEqual(codesOf(await aProduct(service, store)), [null, null, null])
    const { status, json } = await create(store, { sku: 'CAF', gtin: EAN, brand: 'Injerto' })
    assert.equal(status, 201)
    assert.deepEqual(codesOf(json.data), ['CAF', EAN, 'Injerto'])
    const { id } = json.data
    assert.deepEqual(codesOf((await put(store, id, { brand: 'Otra' })).json.data), ['CAF', EAN, 'Otra'])
    assert.deepEqual(codesOf((await put(store, id, { sku: null, gtin: null })).json.data), [
      null,
      null,
      'Otra',
    ])
    assert.deepEqual(await read(store, id), (await put(store, id, {})).json.data)
  })

  test('are of variants too, but for the brand', async () => {
    const store = await aStore(service)
    const variants = [{ name: 'S', sku: 'C-S', gtin: '96385074' }, { name: 'M' }]
    const { id, variants: made } = (await create(store, { variants })).json.data
    const codes = (some: { sku: unknown; gtin: unknown }[]) => some.map(({ sku, gtin }) => [sku, gtin])
    assert.deepEqual(codes(made), [['C-S', '96385074'], [null, null]]) // prettier-ignore
    const cleared = await put(store, id, {
      variants: [
        { id: made[0]!.id, gtin: null },
        { id: made[1]!.id, sku: 'C-M' },
      ],
    })
    assert.deepEqual(codes(cleared.json.data.variants), [['C-S', null], ['C-M', null]]) // prettier-ignore
    const stored = await service.sql`
      select sku, gtin from variants where store_id = ${store.id} and product_id = ${id} order by position`
    assert.deepEqual(codes(stored as never), [['C-S', null], ['C-M', null]]) // prettier-ignore
    assert.equal((await create(store, { variants: [{ name: 'S', brand: 'x' }] })).status, 400)
  })

  test('a variant stored before there were codes has none, and is not written by a request that changes nothing', async () => {
    const store = await aStore(service)
    const { id, variants, updatedAt } = await aProduct(service, store, { variants: [{ name: 'S' }] })
    const [{ keys }] = await service.sql<[{ keys: string[] }]>`
      select array(select jsonb_object_keys(variants -> 0)) as keys from products where store_id = ${store.id} and id = ${id}`
    assert.deepEqual(
      keys.filter((key) => ['sku', 'gtin'].includes(key)),
      [],
    )
    const { json } = await put(store, id, { variants: [{ id: variants[0]!.id, sku: null, gtin: null }] })
    assert.equal(json.data.updatedAt, updatedAt)
  })

  test('400 on a SKU or brand that is too long, and on a barcode of another length or with a wrong digit', async () => {
    const store = await aStore(service)
    const refusedAs = async (body: object) => {
      const { status, json } = await create(store, body)
      return [status, json.details.field, json.details.reason]
    }
    assert.deepEqual(await refusedAs({ sku: 'x'.repeat(41) }), [400, 'sku', 'max_length'])
    assert.deepEqual(await refusedAs({ brand: 'x'.repeat(61) }), [400, 'brand', 'max_length'])
    assert.deepEqual(await refusedAs({ gtin: '123456789' }), [400, 'gtin', 'pattern'])
    assert.deepEqual(await refusedAs({ gtin: '7501031311308' }), [400, 'gtin', 'invalid'])
    const variants = [{ name: 'S' }, { name: 'M', gtin: '96385075' }]
    assert.deepEqual(await refusedAs({ variants }), [400, 'variants.1.gtin', 'invalid'])
    for (const gtin of ['96385074', '036000291452', EAN, '10614141000415'])
      assert.equal((await create(store, { gtin })).status, 201, gtin)
  })

  test('a change of them is a sentence, and can be undone', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, {
      name: 'Café',
      brand: 'Injerto',
      variants: [{ name: 'S', sku: 'S1' }],
    })
    await put(store, id, { brand: 'Otra' })
    const change = await newestChange(store)
    assert.match(change.summary, /cambió la marca de Café de Injerto a Otra$/)
    assert.equal((await undo(store, change.id)).status, 200)
    assert.equal((await read(store, id)).brand, 'Injerto')
    const before = await read(store, id)
    await put(store, id, { variants: [{ id: before.variants[0]!.id, sku: 'S2', gtin: EAN }] })
    assert.equal((await undo(store, (await newestChange(store)).id)).status, 200)
    assert.deepEqual((await read(store, id)).variants, before.variants)
  })
})

suite('a SKU', () => {
  test('409 where another product, a variant or the same request has it', async () => {
    const store = await aStore(service)
    const one = (await create(store, { sku: 'A', variants: [{ name: 'S', sku: 'B' }, { name: 'M' }] })).json
      .data
    const taken = async (body: object) => {
      const { status, json } = await create(store, body)
      return [status, json.code, json.details]
    }
    const variantId = one.variants[0]!.id
    assert.deepEqual(await taken({ sku: 'A' }), [
      409, 'DUPLICATE_SKU', { field: 'sku', sku: 'A', productId: one.id, variantId: null },
    ]) // prettier-ignore
    assert.deepEqual(await taken({ variants: [{ name: 'S' }, { name: 'M', sku: 'B' }] }), [
      409, 'DUPLICATE_SKU', { field: 'variants.1.sku', sku: 'B', productId: one.id, variantId },
    ]) // prettier-ignore
    assert.equal((await taken({ sku: 'C', variants: [{ name: 'S', sku: 'C' }] }))[1], 'DUPLICATE_SKU')
    const own = await put(store, one.id, { variants: [{ id: variantId, sku: 'A' }] })
    assert.deepEqual([own.status, own.json.details.field], [409, 'variants.0.sku'])
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)
    assert.equal((await create(await aStore(service), { sku: 'A' })).status, 201)
  })

  test('may move between variants in one request, and is free once a variant was removed', async () => {
    const store = await aStore(service)
    const { id, variants } = (
      await create(store, {
        variants: [
          { name: 'S', sku: 'A' },
          { name: 'M', sku: 'B' },
        ],
      })
    ).json.data
    const [small, medium] = variants.map((variant: { id: string }) => variant.id)
    assert.equal(
      (
        await put(store, id, {
          variants: [
            { id: small, sku: 'B' },
            { id: medium, sku: 'A' },
          ],
        })
      ).status,
      200,
    )
    assert.equal((await create(store, { sku: 'A' })).status, 409)
    assert.equal((await put(store, id, { variants: [{ id: small }] })).status, 200)
    assert.equal((await create(store, { sku: 'A' })).status, 201)
  })

  test('of concurrent requests for the same one, one succeeds', async () => {
    const store = await aStore(service)
    const products = await Promise.all(
      Array.from({ length: 4 }, () => aProduct(service, store, { variants: [{ name: 'S' }] })),
    )
    const responses = await Promise.all([
      ...products.map(({ id }) => put(store, id, { sku: 'A' })),
      ...products.map(({ id, variants }) =>
        put(store, id, { variants: [{ id: variants[0]!.id, sku: 'A' }] }),
      ),
      create(store, { sku: 'A' }),
      create(store, { variants: [{ name: 'S', sku: 'A' }] }),
    ])
    assert.equal(responses.filter(({ status }) => status < 300).length, 1)
    assert.equal(responses.filter(({ json }) => json.code === 'DUPLICATE_SKU').length, responses.length - 1)
  })

  test('409 when a deleted product is restored, or a change undone, and another has its SKU by now', async () => {
    const store = await aStore(service)
    const { id } = (await create(store, { variants: [{ name: 'S', sku: 'A' }] })).json.data
    await service.delete(`/api/v1/products/${id}`, store.key)
    const deletion = await newestChange(store)
    const taker = (await create(store, { sku: 'A' })).json.data
    const restore = () => service.post(`/api/v1/products/${id}/restore`, { key: store.key })
    const refused = await restore()
    assert.deepEqual([refused.status, refused.json.code], [409, 'DUPLICATE_SKU'])
    assert.equal((await undo(store, deletion.id)).json.code, 'DUPLICATE_SKU')
    await put(store, taker.id, { sku: null })
    const renamed = await newestChange(store)
    assert.equal((await restore()).status, 200)
    const { status, json } = await undo(store, renamed.id)
    assert.deepEqual(
      [status, json.code, json.details.field, json.details.productId],
      [409, 'DUPLICATE_SKU', 'sku', id],
    )
  })
})
