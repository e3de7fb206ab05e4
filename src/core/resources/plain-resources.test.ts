import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  aCategory,
  aDiscount,
  aKey,
  aMethod,
  aModifierGroup,
  aShippingOption,
  aStore,
} from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import type { Scope } from '../auth/scopes.ts'

const service = await startService()
type Store = Awaited<ReturnType<typeof aStore>>

/** What holds for each of them alike; the rest is beside the resource. */
const resources: [get: string, scope: string, add: (store: Store) => Promise<{ id: string }>][] = [
  ['GET /api/v1/categories/:id', 'categories', (store) => aCategory(service, store)],
  ['GET /api/v1/discounts/:id', 'discounts', (store) => aDiscount(service, store, { isActive: false })],
  ['GET /api/v1/shipping/:id', 'shipping', (store) => aShippingOption(service, store, { isActive: false })],
  ['GET /api/v1/modifier-groups/:id', 'products', (store) => aModifierGroup(service, store)],
  ['GET /api/v1/payment-methods/:id', 'store', (store) => aMethod(service, store, { isActive: false })],
]

for (const [get, scope, add] of resources) {
  const list = get.slice('GET '.length, -'/:id'.length)
  suite(get, () => {
    test('returns the same object as the list, until it is deleted, once', async () => {
      const store = await aStore(service)
      const path = `${list}/${(await add(store)).id}`
      const { status, text } = await service.get(path, store.key)
      assert.equal(status, 200)
      const { data, ...page } = JSON.parse((await service.get(list, store.key)).text)
      assert.deepEqual(page, { total: 1, limit: 50, offset: 0 })
      assert.deepEqual(JSON.parse(text).data, data[0])
      for (const expected of [200, 404])
        assert.equal((await service.delete(path, store.key)).status, expected)
      for (const missing of [path, `${list}/nada`])
        assert.deepEqual((await service.get(missing, store.key)).json.code, 'NOT_FOUND')
      assert.equal(JSON.parse((await service.get(list, store.key)).text).total, 0)
    })

    test("another store's is not found, and not in the list", async () => {
      const [store, stranger] = [await aStore(service), await aStore(service)]
      const path = `${list}/${(await add(store)).id}`
      assert.equal((await service.get(path, stranger.key)).status, 404)
      for (const missing of [path, `${list}/nada`, `${list}/no%2Fhay`]) {
        assert.equal((await service.put(missing, { key: stranger.key, body: {} })).status, 404)
        assert.equal((await service.delete(missing, stranger.key)).status, 404)
      }
      assert.deepEqual(JSON.parse((await service.get(list, stranger.key)).text).data, [])
      assert.equal((await service.get(path, store.key)).status, 200)
    })

    test('needs the scope of reading, and what writes the other one', async () => {
      const store = await aStore(service)
      const path = `${list}/${(await add(store)).id}`
      const keyOf = (scopes: string[]) =>
        aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: scopes as Scope[] })
      const [reader, writer] = [await keyOf([`${scope}:read`]), await keyOf([`${scope}:write`])]
      for (const address of [path, list]) {
        const { status, json } = await service.get(address, writer)
        assert.deepEqual([status, json.details.requiredScope], [403, `${scope}:read`])
      }
      for (const [method, address] of [
        ['POST', list],
        ['PUT', path],
        ['DELETE', path],
      ] as const) {
        const { status, json } = await service.call(method, address, { key: reader, body: {} })
        assert.deepEqual([status, json.details.requiredScope], [403, `${scope}:write`], method)
      }
    })

    test('400 on a page of its list that is out of range', async () => {
      const { key } = await aStore(service)
      for (const limit of ['0', '101', 'x', '1.5']) {
        const { status, json } = await service.get(`${list}?limit=${limit}`, key)
        assert.deepEqual([status, json.details.field], [400, 'limit'])
      }
    })
  })
}
