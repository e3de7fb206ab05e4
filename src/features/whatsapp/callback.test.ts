import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startMeta } from '../../../test/meta.ts'
import { claimBatches } from '../../core/outbox/outbox.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { signatureOf, statusCallback } from '../../../test/meta-callback.ts'
import { startService } from '../../../test/service.ts'
import { aProduct, aStore, anAddress, anOrder } from '../../../test/factories.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const path = '/api/whatsapp/callback'

function send(body: unknown, headers: Record<string, string> = {}, secret = meta.env.WHATSAPP_APP_SECRET) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return service.post(path, { body: text, headers: { ...signatureOf(text, secret), ...headers } })
}

/** An order whose notice WhatsApp took under an id. */
async function aNotifiedOrder({ recorded = true } = {}) {
  const store = await aStore(service)
  const { variants } = await aProduct(service, store)
  const placed = await service.post('/api/orders', {
    headers: anAddress(),
    body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
  })
  const { id } = placed.json
  const messageId = `wamid.${id}`
  const [[claimed]] = (await claimBatches(service.sql, {
    kind: 'whatsapp',
    max: 1,
    maxPerBatch: 1,
    paceSeconds: 0,
  })) as [[Delivery]]
  assert.equal(claimed.subjectId, id)
  const batchId = claimed.batchId!
  if (recorded) {
    await service.sql`
      update deliveries set state = 'done', message_id = ${messageId}, batch_id = ${batchId} where subject_id = ${id}`
    await service.sql`update orders set notification_state = 'SENT' where id = ${id}`
  }
  const notification = async () =>
    (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.notification
  return { id, messageId, batchId, notification }
}

suite('GET /api/whatsapp/callback', () => {
  const ask = (token: string, mode = 'subscribe') =>
    service.get(`${path}?hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`)

  test('returns the challenge when the token is valid', async () => {
    const answer = await ask(meta.env.WHATSAPP_VERIFY_TOKEN)
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '1158201444')
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  })

  test('is 403 with another token, another mode, or none', async () => {
    assert.equal((await ask('otra')).status, 403)
    assert.equal((await ask(meta.env.WHATSAPP_VERIFY_TOKEN, 'unsubscribe')).status, 403)
    assert.equal((await service.get(path)).status, 403)
  })
})

suite('POST /api/whatsapp/callback', () => {
  test('is 401 without a valid signature of the raw body', async () => {
    const order = await aNotifiedOrder()
    const body = statusCallback({ id: order.messageId, status: 'read' })
    assert.equal((await service.post(path, { body })).status, 401)
    assert.equal((await send(body, {}, 'otro secreto')).status, 401)
    assert.equal((await send(body, { 'x-hub-signature-256': 'sha256=00' })).status, 401)
    const signed = signatureOf(JSON.stringify(body), meta.env.WHATSAPP_APP_SECRET)
    const changed = JSON.stringify(body).replace('read', 'sent')
    assert.equal((await send(changed, signed)).status, 401)
    assert.equal((await order.notification()).state, 'SENT')
  })

  test('advances the state, each status once', async () => {
    const order = await aNotifiedOrder()
    const update = statusCallback({ id: order.messageId, status: 'delivered' })
    assert.equal((await send(update)).status, 200)
    const first = await order.notification()
    assert.equal(first.state, 'DELIVERED')
    assert.equal((await send(update)).status, 200)
    assert.deepEqual(await order.notification(), first)
  })

  test('never moves it back when statuses arrive out of order', async () => {
    const order = await aNotifiedOrder()
    for (const status of ['read', 'delivered', 'sent', 'failed']) {
      assert.equal((await send(statusCallback({ id: order.messageId, status }))).status, 200)
      assert.equal((await order.notification()).state, 'READ')
    }
  })

  test('records in Spanish why a message did not arrive', async () => {
    const order = await aNotifiedOrder()
    await send(statusCallback({ id: order.messageId, status: 'failed', code: 131_026 }))
    const { state, reason } = await order.notification()
    assert.equal(state, 'FAILED')
    assert.match(reason!, /El número de la tienda no recibe el aviso/)
    await send(statusCallback({ id: order.messageId, status: 'sent' }))
    assert.equal((await order.notification()).state, 'FAILED')
  })

  test('applies many statuses of several messages, known and unknown', async () => {
    const orders = [await aNotifiedOrder(), await aNotifiedOrder(), await aNotifiedOrder()] as const
    const [first, second, third] = orders
    const answer = await send(
      statusCallback(
        { id: first.messageId, status: 'read' },
        { id: 'wamid.unknown', status: 'read', correlation: 'unknown' },
        { id: second.messageId, status: 'failed', code: 131_047 },
        { id: third.messageId, status: 'delivered' },
        { id: first.messageId, status: 'delivered' },
      ),
    )
    assert.equal(answer.status, 200)
    const states = await Promise.all(orders.map(async ({ notification }) => (await notification()).state))
    assert.deepEqual(states, ['READ', 'FAILED', 'DELIVERED'])
  })

  test('finds a message by its correlation id when the worker died before recording it, and stops its retry', async () => {
    const order = await aNotifiedOrder({ recorded: false })
    await send(statusCallback({ id: 'wamid.lost', status: 'delivered', correlation: order.batchId }))
    assert.equal((await order.notification()).state, 'DELIVERED')
    const [delivery] = await service.sql`select state from deliveries where subject_id = ${order.id}`
    assert.equal(delivery!['state'], 'done')
  })

  test('records that a message to a customer did not arrive', async () => {
    const { id, notification } = await aNotifiedOrder()
    const messageId = `wamid.cliente.${id}`
    await service.sql`
      insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state, message_id)
      select store_id, 'c' || id, 'customer', customer_phone, 'order.confirmed', id, 'x', 'done', ${messageId}
      from orders where id = ${id}`
    const delivery = async () => {
      const [row] = await service.sql`select state, reason from deliveries where message_id = ${messageId}`
      return row!
    }
    await send(statusCallback({ id: messageId, status: 'delivered' }))
    assert.equal((await delivery())['state'], 'done')
    await send(statusCallback({ id: messageId, status: 'failed', code: 131_026 }))
    assert.equal((await delivery())['state'], 'failed')
    assert.match(String((await delivery())['reason']), /no pudo avisar a quien compró/)
    assert.equal((await notification()).state, 'SENT')
  })

  test('answers 200 to unknown fields', async () => {
    for (const body of [
      {},
      [],
      { entry: 'x' },
      { entry: [null, { changes: [{ value: { statuses: [null, 1] } }] }] },
    ]) {
      assert.equal((await send(body)).status, 200)
    }
    for (const id of ['\0', 'wamid.\0', '\ud800', '', 'x'.repeat(100_000)]) {
      const update = statusCallback({ id, status: 'read', correlation: id })
      assert.equal((await send(update)).status, 200, JSON.stringify(id.slice(0, 10)))
    }
    assert.equal((await send(statusCallback({ id: 'wamid.x', status: 'toString' }))).status, 200)
    assert.equal((await send(statusCallback({ id: 'wamid.x', status: 'deleted' }))).status, 200)
  })

  test('is 400 when what is signed is not JSON', async () => {
    assert.equal((await send('{"entry":')).status, 400)
  })

  test('is rejected where no secret is configured, whatever the signature', async () => {
    const bare = await startService()
    const answer = await bare.post(path, { body: '{}', headers: signatureOf('{}', '') })
    assert.equal(answer.status, 401)
    assert.equal((await bare.get(`${path}?hub.mode=subscribe&hub.verify_token=&hub.challenge=1`)).status, 403)
  })
})
