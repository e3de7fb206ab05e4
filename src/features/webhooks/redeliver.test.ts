import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aPlacedOrder, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service
const at = (id: string) => `/api/v1/store/webhooks/logs/${id}/redeliver` as const

async function aDelivery() {
  const store = await aStore(service)
  const webhook = await aWebhook(service, store)
  await aPlacedOrder(service, store)
  const [delivery] = await sql<[{ id: string }]>`
    update deliveries
    set state = 'done', attempts = 1, finished_at = now()
    where recipient = ${webhook.id} and event = 'order.created'
    returning id`
  return { store, webhook, delivery }
}

suite('POST /api/v1/store/webhooks/logs/:id/redeliver', () => {
  test('enqueues it again under the same id', async () => {
    const { store, webhook, delivery } = await aDelivery()
    const { status, json } = await service.post(at(delivery.id), { key: store.key })
    assert.equal(status, 200)
    assert.deepEqual([json.data.id, json.data.deliveryId], [webhook.id, delivery.id])
    const [row] = await sql`select state, attempts, attempts_before from deliveries where id = ${delivery.id}`
    assert.deepEqual({ ...row }, { state: 'waiting', attempts: 1, attemptsBefore: 1 })
  })

  test('is 429 after five per minute and webhook', async () => {
    const { store, delivery } = await aDelivery()
    const requested = await Promise.all(
      Array.from({ length: 7 }, () => service.post(at(delivery.id), { key: store.key })),
    )
    const rejected = requested.filter(({ status }) => status === 429)
    assert.equal(rejected.length, 2)
    assert.ok(Number(rejected[0]!.headers.get('retry-after')) > 0)
  })

  test("is 404 for an unknown delivery, another store's, and one of another kind", async () => {
    const [{ store, delivery }, stranger] = [await aDelivery(), await aStore(service)]
    assert.equal((await service.post(at(delivery.id), { key: stranger.key })).status, 404)
    assert.equal((await service.post(at('nada'), { key: store.key })).status, 404)
    await sql`update deliveries set kind = 'mail' where id = ${delivery.id}`
    assert.equal((await service.post(at(delivery.id), { key: store.key })).status, 404)
  })
})
