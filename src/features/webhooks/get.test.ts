import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const at = (id: string) => `/api/v1/store/webhooks/${id}` as const

suite('GET /api/v1/store/webhooks/:id', () => {
  test('returns the same object as the list', async () => {
    const store = await aStore(service)
    const { id } = await aWebhook(service, store)
    const { status, json } = await service.get(at(id), store.key)
    assert.equal(status, 200)
    assert.deepEqual([json.data], (await service.get('/api/v1/store/webhooks', store.key)).json.data)
  })

  test("is 404 for an unknown webhook and another store's, 403 without the scope", async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await aWebhook(service, stranger)
    assert.equal((await service.get(at(id), store.key)).status, 404)
    assert.equal((await service.get(at('nada'), store.key)).status, 404)
    const { id: storeId, ownerId: accountId } = stranger
    const key = await aKey(service, { storeId, accountId, scopes: ['webhooks:write'] })
    assert.equal((await service.get(at(id), key)).json.details.requiredScope, 'webhooks:read')
  })
})
