import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aPlacedOrder, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service
const at = (id: string) => `/api/v1/store/webhooks/${id}` as const

suite('DELETE /api/v1/store/webhooks/:id', () => {
  test('deletes it with its pending deliveries, once', async () => {
    const store = await aStore(service)
    const { id } = await aWebhook(service, store)
    await aPlacedOrder(service, store)
    assert.deepEqual((await service.delete(at(id), store.key)).json, { data: { id, deleted: true } })
    assert.equal((await sql`select 1 from deliveries where recipient = ${id}`).length, 0)
    assert.equal((await service.delete(at(id), store.key)).status, 404)
  })

  test("is 404 for another store's, 403 without the scope", async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await aWebhook(service, stranger)
    assert.equal((await service.delete(at(id), store.key)).status, 404)
    const { id: storeId, ownerId: accountId } = stranger
    const key = await aKey(service, { storeId, accountId, scopes: ['webhooks:read'] })
    assert.equal((await service.delete(at(id), key)).status, 403)
    assert.equal((await service.get(at(id), stranger.key)).status, 200)
  })
})
