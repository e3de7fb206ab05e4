import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Scope } from '../../core/auth/scopes.ts'
import { aCategory, aKey, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

/** A store with changes of a discount, of a price, and of a category with its product, the newest first. */
async function aStoreWithChanges() {
  const store = await aStore(service)
  const { key } = store
  const send = async (method: 'post' | 'put', path: string, body: object) => {
    const { status, text } = await service[method](`/api/v1/${path}`, { key, body })
    assert.ok(status < 300, text)
  }
  await send('post', 'discounts', { code: 'SECRETO', type: 'percentage', value: 10 })
  const category = await aCategory(service, store)
  const product = await aProduct(service, store, { price: 100, categoryId: category.id })
  await send('put', `products/${product.id}`, { price: 120 })
  await service.delete(`/api/v1/categories/${category.id}`, key)
  const { json } = await service.get('/api/v1/changes', key)
  const [ofCategory, ofPrice, ofDiscount] = (json.data as { id: string }[]).map(({ id }) => id)
  const keyWith = (...scopes: Scope[]) =>
    aKey(service, { storeId: store.id, accountId: store.ownerId, scopes })
  return { product, key, keyWith, ofCategory: ofCategory!, ofPrice: ofPrice!, ofDiscount: ofDiscount! }
}

const listed = async (key: string, query = '') => {
  const { json } = await service.get(`/api/v1/changes${query}`, key)
  assert.equal(json.total, json.data.length)
  return (json.data as { id: string }[]).map(({ id }) => id)
}

suite('the record of changes', () => {
  test('lists only changes of resources that the key may read', async () => {
    const { keyWith, ofCategory, ofPrice, ofDiscount } = await aStoreWithChanges()
    const store = await keyWith('store:read')
    assert.deepEqual(await listed(store), [])
    assert.deepEqual(await listed(store, '?resource=discount'), [])
    assert.deepEqual(await listed(await keyWith('store:read', 'discounts:read')), [ofDiscount])
    assert.deepEqual(await listed(await keyWith('store:read', 'products:read')), [ofPrice])
    const both = await keyWith('store:read', 'products:read', 'categories:read')
    assert.deepEqual(await listed(both), [ofCategory, ofPrice])
  })

  test('403 for a single change of a resource that the key may not read', async () => {
    const { key, keyWith, ofDiscount } = await aStoreWithChanges()
    const rejected = await service.get(`/api/v1/changes/${ofDiscount}`, await keyWith('store:read'))
    assert.deepEqual([rejected.status, rejected.json.details.requiredScope], [403, 'discounts:read'])
    assert.doesNotMatch(rejected.text, /SECRETO/)
    assert.equal((await service.get(`/api/v1/changes/${ofDiscount}`, key)).status, 200)
  })

  test('403 for an undo of a resource that the key may not write', async () => {
    const { product, key, keyWith, ofCategory, ofPrice } = await aStoreWithChanges()
    const undo = async (id: string, ...scopes: Scope[]) =>
      service.post(`/api/v1/changes/${id}/undo`, { key: await keyWith('store:write', ...scopes) })
    const required = async (id: string, ...scopes: Scope[]) => {
      const { status, json } = await undo(id, ...scopes)
      return [status, json.details.requiredScope]
    }
    assert.deepEqual(await required(ofPrice, 'products:read', 'categories:write'), [403, 'products:write'])
    assert.deepEqual(await required(ofCategory, 'products:write'), [403, 'categories:write'])
    const price = async () => (await service.get(`/api/v1/products/${product.id}`, key)).json.data.price
    assert.equal(await price(), 120)
    assert.equal((await undo(ofPrice, 'products:write')).status, 200)
    assert.equal(await price(), 100)
  })
})
