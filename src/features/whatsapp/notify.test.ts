import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { createLog } from '../../core/process/log.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { startMeta, type Behaviour } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { aPhone, aProduct, aStore, anAddress, anOrder } from '../../../test/factories.ts'
import { startNotices } from './notify.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const log = createLog('silent')
const api = service.app.config.whatsapp.api!

beforeEach(async () => {
  meta.always('accept')
  await service.sql`delete from deliveries`
})

/** A worker with a shorter pace. */
function start(
  options: { paceSeconds?: number; leaseSeconds?: number; intervalMs?: number; api?: typeof api } = {},
) {
  const loop = startNotices({ sql: service.sql, log, api, paceSeconds: 0.3, ...options })
  service.app.afterWrite.add(loop.trigger)
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= loop.stop())
  after(stop)
  return { stop }
}

async function aShop(overrides: Parameters<typeof aStore>[1] = {}) {
  const store = await aStore(service, { whatsappNumber: aPhone(), ...overrides })
  const { variants } = await aProduct(service, store, { price: 19.9 })
  const place = async (name = 'Ana Morales') => {
    const placed = await service.post('/api/orders', {
      headers: anAddress(),
      body: { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 3 }]), name },
    })
    assert.equal(placed.status, 201, placed.text)
    return placed.json as { id: string; orderNumber: string }
  }
  const notificationOf = async (id: string) =>
    (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.notification
  return { ...store, number: store.whatsappNumber!, place, notificationOf }
}

suite('the notice to the owner', { concurrency: false }, () => {
  test('the notice to the owner has buttons where its template was approved with them', async () => {
    const shop = await aShop()
    const order = await shop.place()
    const worker = start({ api: { ...api, buttons: true } })
    await waitFor(async () => (await shop.notificationOf(order.id)).state === 'SENT')
    assert.deepEqual(meta.to(shop.number)[0]!.quickReplies, [
      `order:${shop.id}:${order.id}:confirm`,
      `order:${shop.id}:${order.id}:reject`,
    ])
    await worker.stop()
  })

  test('the notice to the owner says that the phone is confirmed if it is when the notice is sent', async () => {
    const shop = await aShop()
    const [early, late] = [await shop.place('Ana'), await shop.place('Luis')]
    await service.sql`update orders set phone_verified = true where id = ${early.id}`
    await service.sql`update deliveries set state = 'paused' where subject_id = ${late.id}`
    const worker = start()
    await waitFor(async () => (await shop.notificationOf(early.id)).state === 'SENT')
    await service.sql`update deliveries set state = 'waiting' where subject_id = ${late.id}`
    await waitFor(async () => (await shop.notificationOf(late.id)).state === 'SENT')
    assert.deepEqual(
      meta.to(shop.number).map(({ parameters }) => parameters[0]),
      [`${early.orderNumber} (teléfono confirmado)`, late.orderNumber],
    )
    await worker.stop()
  })

  test("the notice to the owner is a template message with the order's parameters", async () => {
    const shop = await aShop()
    const order = await shop.place()
    assert.equal((await shop.notificationOf(order.id)).state, 'QUEUED')
    const worker = start()
    await waitFor(async () => (await shop.notificationOf(order.id)).state === 'SENT')

    const [message] = meta.to(shop.number)
    assert.equal(message!.path, '/v25.0/106540352242922/messages')
    assert.equal(message!.authorization, 'Bearer token-de-prueba')
    assert.deepEqual(message!.template, { name: 'nuevo_pedido', language: { code: 'es' } })
    assert.deepEqual(message!.parameters, [order.orderNumber, 'Ana Morales', '3 × Café de altura', 'Q 59.70'])
    const [delivery] = await service.sql`
      select state, attempts, status, message_id, batch_id from deliveries where subject_id = ${order.id}`
    assert.deepEqual(
      { ...delivery },
      { state: 'done', attempts: 1, status: 200, messageId: message!.id, batchId: message!.correlation },
    )
    await worker.stop()
  })

  test('the notice to the owner is sent as soon as the service triggers the worker', async () => {
    const worker = start({ intervalMs: 600_000 })
    for (const shop of [await aShop(), await aShop()]) {
      const { id } = await shop.place()
      await waitFor(async () => (await shop.notificationOf(id)).state === 'SENT')
    }
    await worker.stop()
  })

  test('the notice to the owner sends orders that wait for the rate limit of a number as one message, over two workers', async () => {
    const workers = [start({ paceSeconds: 600 }), start({ paceSeconds: 600 })]
    const shop = await aShop()
    const isSent = async ({ id }: { id: string }) => (await shop.notificationOf(id)).state === 'SENT'
    const first = await shop.place()
    await waitFor(() => isSent(first))
    const later = [await shop.place('Luis'), await shop.place('Eva'), await shop.place('Sol')]
    assert.equal(meta.to(shop.number).length, 1)
    await service.sql`update recipient_pace set next_at = now() where recipient = ${shop.number}`
    for (const order of later) await waitFor(() => isSent(order))

    const messages = meta.to(shop.number)
    assert.equal(messages.length, 2)
    assert.equal(messages[0]!.parameters[0], first.orderNumber)
    assert.equal(messages[1]!.parameters[0], later.map(({ orderNumber }) => orderNumber).join(', '))
    assert.deepEqual(
      messages.map(({ parameters }) => parameters[3]),
      ['Q 59.70', 'Q 179.10'],
    )
    await Promise.all(workers.map(({ stop }) => stop()))
  })

  test('the notice to the owner is sent exactly once for many orders of many shops with two workers', async () => {
    const workers = [start({ paceSeconds: 0.2 }), start({ paceSeconds: 0.2 })]
    const shops = await Promise.all(Array.from({ length: 5 }, () => aShop()))
    const placed = await Promise.all(shops.flatMap((shop) => Array.from({ length: 8 }, () => shop.place())))
    await waitFor(
      async () => (await service.sql`select 1 from deliveries where state <> 'done'`).length === 0,
    )
    const notified = shops.flatMap(({ number }) =>
      meta.to(number).flatMap(({ parameters }) => parameters[0]!.split(', ')),
    )
    assert.deepEqual(notified.toSorted(), placed.map(({ orderNumber }) => orderNumber).toSorted())
    await Promise.all(workers.map(({ stop }) => stop()))
  })

  for (const behaviour of [
    { status: 400, code: 130_429 },
    { status: 400, code: 80_007 },
    { status: 400, code: 131_056 },
    { status: 500, code: 131_016 },
    { status: 429, headers: { 'retry-after': '40' } },
    { status: 503 },
    'garbage',
    'half-close',
    'reset',
    'huge',
  ] satisfies Behaviour[]) {
    test(`the notice to the owner is retried after ${JSON.stringify(behaviour)}`, async () => {
      const shop = await aShop()
      meta.next(behaviour)
      const worker = start()
      const order = await shop.place()
      await waitFor(async () => {
        const { attempts, leasedUntil } = await deliveryOf(order.id)
        return attempts === 1 && leasedUntil === null
      })
      const { state, wait } = await deliveryOf(order.id)
      assert.equal(state, 'waiting')
      const [least, most] = typeof behaviour === 'object' && 'headers' in behaviour ? [20, 40] : [0, 33]
      assert.ok(wait > least && wait <= most, `${wait} s`)
      assert.equal((await shop.notificationOf(order.id)).state, 'QUEUED')

      await service.sql`update deliveries set due_at = now()`
      await waitFor(async () => (await shop.notificationOf(order.id)).state === 'SENT')
      await worker.stop()
    })
  }

  for (const code of [131_026, 131_047, 132_000, 132_001, 132_018, 100, 190, 368]) {
    test(`the notice to the owner fails with a reason after the permanent error ${code}`, async () => {
      const shop = await aShop()
      meta.next({ status: 400, code })
      const worker = start()
      const order = await shop.place()
      await waitFor(async () => (await shop.notificationOf(order.id)).state === 'FAILED')
      assert.match((await shop.notificationOf(order.id)).reason!, /número|plantilla|cuenta/)
      assert.equal((await deliveryOf(order.id)).state, 'failed')
      await worker.stop()
    })
  }

  test('the notice to the owner is given up after the last attempt, with a reason', async () => {
    const shop = await aShop()
    meta.always({ status: 500 })
    const order = await shop.place()
    await service.sql`update deliveries set attempts = 9`
    const worker = start()
    await waitFor(async () => (await shop.notificationOf(order.id)).state === 'FAILED')
    assert.match((await shop.notificationOf(order.id)).reason!, /más de un día/)
    await worker.stop()
  })

  test('the notice to the owner that fails to be composed is given up after the last attempt, and the order says so', async () => {
    const shop = await aShop()
    const order = await shop.place()
    await service.sql`update delivery_payloads set payload = '{}' where store_id = ${shop.id}`
    await service.sql`update deliveries set attempts = 9`
    const worker = start()
    await waitFor(async () => (await shop.notificationOf(order.id)).state === 'FAILED')
    assert.match((await shop.notificationOf(order.id)).reason!, /error al enviarlo/)
    assert.equal((await deliveryOf(order.id)).state, 'failed')
    await worker.stop()
  })

  test('the notice to the owner that a stopped worker did not send can be claimed at once', async () => {
    const shop = await aShop()
    meta.next('hang')
    const worker = start()
    const order = await shop.place()
    await waitFor(() => meta.to(shop.number).length === 1)
    await worker.stop()
    const second = start()
    await waitFor(async () => (await shop.notificationOf(order.id)).state === 'SENT')
    await second.stop()
  })
})

suite('the caps of a day', { concurrency: false }, () => {
  const used = (key: string, hits: number) => service.sql`
    insert into long_rate_hits (key, hits, ends_at) values (${key}, ${hits}, now() + interval '1 hour')`

  test('the daily caps of an account count the notices of all its stores; later ones fail with a reason, and are not sent', async () => {
    const shop = await aShop({ plan: 'free' })
    const other = await aShop({ plan: 'free', ownerId: shop.ownerId })
    await used(`owner-notice-free:${shop.ownerId}`, 299)
    const worker = start()
    const last = await shop.place()
    await waitFor(async () => (await shop.notificationOf(last.id)).state === 'SENT')
    const late = await other.place()
    await waitFor(async () => (await other.notificationOf(late.id)).state === 'FAILED')
    assert.match(
      (await other.notificationOf(late.id)).reason!,
      /Tus tiendas ya recibieron 300 avisos en un día/,
    )
    assert.equal(meta.to(other.number).length, 0)
    await worker.stop()
  })

  test('the daily caps of a number count the notices of all accounts', async () => {
    const shop = await aShop()
    await used(`owner-notice-number:${shop.number}`, 1000)
    const worker = start()
    const { id } = await shop.place()
    await waitFor(async () => (await shop.notificationOf(id)).state === 'FAILED')
    assert.match((await shop.notificationOf(id)).reason!, /Este número ya recibió 1000 avisos/)
    assert.equal(meta.to(shop.number).length, 0)
    await worker.stop()
  })

  test('the daily caps do not count what WhatsApp did not accept', async () => {
    const shop = await aShop()
    meta.next({ status: 500, code: 131_016 })
    const worker = start()
    const { id } = await shop.place()
    await waitFor(
      async () => (await deliveryOf(id)).attempts === 1 && (await deliveryOf(id)).leasedUntil === null,
    )
    await service.sql`update deliveries set due_at = now()`
    await waitFor(async () => (await shop.notificationOf(id)).state === 'SENT')
    const counted = await service.sql`
      select hits from long_rate_hits
      where key in (${`owner-notice-paid:${shop.ownerId}`}, ${`owner-notice-number:${shop.number}`})`
    assert.deepEqual(
      counted.map(({ hits }) => hits),
      [1, 1],
    )
    await worker.stop()
  })
})

async function deliveryOf(orderId: string) {
  const [row] = await service.sql<
    [{ state: string; attempts: number; leasedUntil: string | null; wait: number }]
  >`
    select state, attempts, leased_until, extract(epoch from due_at - now())::float8 as wait
    from deliveries where subject_id = ${orderId}`
  return row
}
