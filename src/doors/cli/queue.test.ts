import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { commandLine, operate } from '../../../test/command-line.ts'
import { aPhone, aPlacedOrder, aProduct, aStore, anOrder, order } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { aReceiver } from '../../../test/receiver.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { createLog } from '../../core/process/log.ts'
import { startWorker } from '../../process/worker.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { app, sql } = service
const env = { DATABASE_URL: service.databaseUrl }
const queue = (...args: string[]) => operate(env, 'queue', ...args)
const rejection = async (...args: string[]) => {
  const { status, stderr } = await commandLine(env, 'queue', ...args)
  assert.equal(status, 1)
  return stderr.trim()
}

const worker = startWorker({
  config: app.config,
  sql,
  log: createLog('silent'),
  afterWrite: app.afterWrite,
  paceSeconds: 0,
})
after(() => worker.stop())

async function anOrderWithNotice() {
  const store = await aStore(service, { whatsappNumber: aPhone() })
  const { id } = await aPlacedOrder(service, store)
  const notice = async () => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.notification
  return { id, notice }
}

const listed = async (...args: string[]) =>
  (await queue('list', ...args)).data as {
    id: string
    kind: string
    state: string
    subjectId: string
    reason: string
  }[]

suite('queue', () => {
  test('lists a failed notice; after a retry it is delivered and the order says SENT', async () => {
    meta.next({ status: 400, code: 131026 })
    const { id, notice } = await anOrderWithNotice()
    await waitFor(async () => (await notice()).state === 'FAILED')
    const [failed] = await listed('--kind', 'whatsapp')
    assert.equal(failed!.subjectId, id)
    assert.equal(failed!.state, 'failed')
    assert.ok(failed!.reason)
    assert.deepEqual(await listed('--kind', 'mail'), [])

    const retried = await queue('retry', '--id', failed!.id)
    assert.equal(retried.state, 'waiting')
    await waitFor(async () => (await notice()).state === 'SENT')
    assert.equal((await notice()).reason, null)
    assert.match(await rejection('retry', '--id', failed!.id), /was delivered/)
    assert.match(await rejection('drop', '--id', failed!.id), /was delivered/)
    assert.deepEqual(await listed(), [])
  })

  test('retries a notice that WhatsApp accepted and could not deliver; callbacks about the first are ignored', async () => {
    const { id, notice } = await anOrderWithNotice()
    await waitFor(async () => (await notice()).state === 'SENT')
    const first = meta.messages.at(-1)!
    const undelivered = () => callback(first, 'failed')
    await undelivered()
    assert.equal((await notice()).state, 'FAILED')
    const [failed] = await listed()
    assert.equal(failed!.subjectId, id)
    await queue('retry', '--id', failed!.id)
    await undelivered()
    await waitFor(async () => (await notice()).state === 'SENT')
    await undelivered()
    assert.equal((await notice()).state, 'SENT')
  })

  test('drops failed deliveries, and the order of a dropped notice says so', async () => {
    meta.always({ status: 500 })
    const { notice } = await anOrderWithNotice()
    await waitFor(async () => (await listed()).length === 1)
    const [waiting] = await listed()
    const dropped = await queue('drop', '--id', waiting!.id)
    assert.deepEqual([dropped.id, dropped.state, dropped.isInFlight], [waiting!.id, 'waiting', undefined])
    meta.always('accept')
    assert.deepEqual(await listed(), [])
    assert.deepEqual(
      [(await notice()).state, (await notice()).reason],
      ['FAILED', 'Quien opera el servicio descartó el aviso'],
    )
    assert.match(await rejection('drop', '--id', waiting!.id), /La entrega no existe/)
  })

  test('skips a delivery in flight, and rejects one that can not be delivered', async () => {
    const receiver = await aReceiver(() => 'hang')
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values (${store.id}, ${`w${store.id}`}, ${receiver.url}, 'whsec_c2VjcmV0', '{order.created}')`
    await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
    await waitFor(() => receiver.messages.length === 1)
    const [{ id }] = await sql<[{ id: string }]>`
      select id from deliveries where store_id = ${store.id} and kind = 'webhook'`
    assert.match(await rejection('retry', '--id', id), /just now/)
    assert.match(await rejection('drop', '--id', id), /just now/)

    await sql`update deliveries set state = 'failed', leased_until = null, attempts = 10 where id = ${id}`
    await sql`update webhooks set is_active = false where store_id = ${store.id}`
    assert.match(await rejection('retry', '--id', id), /webhook that is off/)
    await sql`delete from delivery_payloads where store_id = ${store.id}`
    await sql`update webhooks set is_active = true where store_id = ${store.id}`
    assert.match(await rejection('retry', '--id', id), /no text any more/)
    assert.match(
      await rejection('list', '--kind', 'fax'),
      /must be one of whatsapp, customer, webhook, mail, push/,
    )
  })
})

/** Meta's status callback for a message. */
async function callback({ id, correlation }: { id: string | null; correlation: string }, status: string) {
  const statuses = [{ id, status, biz_opaque_callback_data: correlation, errors: [{ code: 131026 }] }]
  const body = JSON.stringify({ entry: [{ changes: [{ value: { statuses } }] }] })
  const signature = createHmac('sha256', 'secreto-de-la-app').update(body).digest('hex')
  const headers = { 'x-hub-signature-256': `sha256=${signature}` }
  assert.equal((await service.post('/api/whatsapp/callback', { body, headers })).status, 200)
}
