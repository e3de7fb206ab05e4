import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

const list = async (key: string, query = '') => (await service.get(`/api/v1/categories${query}`, key)).json
const names = async (key: string, query = '') =>
  (await list(key, query)).data.map(({ name }: { name: string }) => name)

suite('GET /api/v1/categories', () => {
  test('200: by position and then by name, active or not, a page at a time', async () => {
    const store = await aStore(service)
    for (const [name, position] of [
      ['Tazas', 2],
      ['oca', 1],
      ['Ñandú', 1],
      ['nube', 1],
      ['Árbol', 1],
    ] as const) {
      await aCategory(service, store, { name, position, isActive: position === 1 })
    }
    const ordered = ['Árbol', 'nube', 'Ñandú', 'oca', 'Tazas']
    assert.deepEqual(await names(store.key), ordered)
    const { data, ...page } = await list(store.key, '?limit=2&offset=3')
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ordered.slice(3),
    )
    assert.deepEqual(page, { total: 5, limit: 2, offset: 3 })
    const past = await list(store.key, '?offset=9')
    assert.deepEqual([past.data, past.total], [[], 5])
  })

  test('counts the products that are not deleted, inactive ones too', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store, { name: 'A' })
    await aCategory(service, store, { name: 'B' })
    const { id } = await aProduct(service, store, { categoryId })
    await aProduct(service, store, { categoryId, isActive: false })
    await aProduct(service, store)
    const counts = async () =>
      (await list(store.key)).data.map(({ productCount }: { productCount: number }) => productCount)
    assert.deepEqual(await counts(), [2, 0])
    await service.delete(`/api/v1/products/${id}`, store.key)
    assert.deepEqual(await counts(), [1, 0])
    await service.post(`/api/v1/products/${id}/restore`, { key: store.key })
    assert.deepEqual(await counts(), [2, 0])
  })

  test('304 until a category or a count changes', async () => {
    const store = await aStore(service)
    const path = '/api/v1/categories'
    const body = { name: 'Otra' }
    let etag = (await service.get(path, store.key)).headers.get('etag')!
    const read = async () => {
      const reply = await service.get(path, store.key, { 'if-none-match': etag })
      etag = reply.headers.get('etag')!
      return reply
    }
    assert.equal((await read()).status, 304)
    const made = await service.post(path, { key: store.key, body: { name: 'Una' } })
    const { id: categoryId } = made.json.data
    assert.deepEqual((await read()).json.data, [made.json.data])
    const { json } = await service.put(`${path}/${categoryId}`, { key: store.key, body })
    assert.deepEqual((await read()).json.data, [json.data])
    await aProduct(service, store)
    assert.equal((await read()).status, 304)
    await aProduct(service, store, { categoryId })
    assert.equal((await read()).json.data[0]!.productCount, 1)
    await service.delete(`${path}/${categoryId}`, store.key)
    assert.deepEqual((await read()).json.data, [])
  })
})

suite('GET /api/v1/categories/:id', () => {
  test('304 until a product is added to the category', async () => {
    const store = await aStore(service)
    const { id } = await aCategory(service, store)
    const address = `/api/v1/categories/${id}` as const
    const etag = (await service.get(address, store.key)).headers.get('etag')!
    const again = () => service.get(address, store.key, { 'if-none-match': etag })
    assert.equal((await again()).status, 304)
    await aProduct(service, store, { categoryId: id })
    assert.equal((await again()).json.data.productCount, 1)
  })
})
