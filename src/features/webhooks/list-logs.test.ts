import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aPlacedOrder, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service

async function aDeliveredOrder() {
  const store = await aStore(service)
  const webhook = await aWebhook(service, store)
  const order = await aPlacedOrder(service, store)
  return { store, webhook, order, path: `/api/v1/store/webhooks/${webhook.id}/logs` as const }
}

suite('GET /api/v1/store/webhooks/:id/logs', () => {
  test('returns each delivery with its last attempt, without its payload', async () => {
    const { store, webhook, order, path } = await aDeliveredOrder()
    await sql`
      update deliveries set state = 'done', attempts = 3, status = 204, duration = 87
      where subject_id = ${order.id} and kind = 'webhook'`
    const { json, text } = await service.get(path, store.key)
    const { data, ...envelope } = json
    assert.deepEqual(envelope, { total: 2, limit: 20, offset: 0, source: 'SAVED_LOG_METADATA' })
    const { id, createdAt, ...log } = data[0]!
    assert.ok(id && createdAt)
    assert.deepEqual(log, {
      webhookId: webhook.id,
      event: 'order.created',
      otherEvent: null,
      status: 204,
      duration: 87,
      success: true,
      attempts: 3,
      processing: 'UNVERIFIED',
    })
    assert.equal(data[1]!.event, 'product.created')
    assert.equal(data[1]!.success, false)
    assert.doesNotMatch(text, new RegExp(`ejemplo\\.test|whsec|${order.customerName}`))
  })

  test('shows an unknown event as null', async () => {
    const { store, path } = await aDeliveredOrder()
    await sql`update deliveries set event = 'ping' where store_id = ${store.id}`
    assert.equal((await service.get(path, store.key)).json.data[0]!.event, null)
  })

  test('has pages and the correct total', async () => {
    const { store, path } = await aDeliveredOrder()
    const all = (await service.get(path, store.key)).json.data
    const page = (await service.get(`${path}?limit=1&offset=1`, store.key)).json
    assert.deepEqual(page.data, [all[1]])
    assert.equal(page.total, 2)
    assert.equal((await service.get(`${path}?offset=9`, store.key)).json.total, 2)
  })

  test("is 404 for another store's webhook", async () => {
    const { path } = await aDeliveredOrder()
    const stranger = await aStore(service)
    assert.equal((await service.get(path, stranger.key)).status, 404)
    assert.equal((await service.get('/api/v1/store/webhooks/nada/logs', stranger.key)).status, 404)
  })
})
