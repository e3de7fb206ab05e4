import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const at = (id: string) => `/api/v1/store/webhooks/${id}/ping` as const

suite('POST /api/v1/store/webhooks/:id/ping', () => {
  test('enqueues a test delivery, and returns its id', async () => {
    const store = await aStore(service)
    const { id } = await aWebhook(service, store)
    const { status, json } = await service.post(at(id), { key: store.key })
    assert.deepEqual([status, json.data.id], [200, id])
    const [delivery] =
      await service.sql`select recipient, event from deliveries where id = ${json.data.deliveryId}`
    assert.deepEqual({ ...delivery }, { recipient: id, event: 'ping' })
  })

  test('is 429 after five per minute and webhook, also for concurrent requests', async () => {
    const store = await aStore(service)
    const [{ id }, other] = [await aWebhook(service, store), await aWebhook(service, store)]
    const requested = await Promise.all(
      Array.from({ length: 8 }, () => service.post(at(id), { key: store.key })),
    )
    const rejected = requested.filter(({ status }) => status === 429)
    assert.equal(rejected.length, 3)
    assert.ok(Number(rejected[0]!.headers.get('retry-after')) > 0)
    assert.equal((await service.sql`select 1 from deliveries where recipient = ${id}`).length, 5)
    assert.equal((await service.post(at(other.id), { key: store.key })).status, 200)
  })

  test("is 404 for an unknown webhook and another store's, without counting towards the limit", async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await aWebhook(service, stranger)
    for (const path of [at('nada'), at(id), at(id), at(id), at(id), at(id)])
      assert.equal((await service.post(path, { key: store.key })).status, 404)
    assert.equal((await service.post(at(id), { key: stranger.key })).status, 200)
  })
})
