import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { aReceiver, type Reaction, type Received } from '../../../test/receiver.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { anOrder, aPlacedOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import type { Tx } from '../../core/database/db.ts'
import { createLog } from '../../core/process/log.ts'
import { schedules } from '../../core/outbox/retry.ts'
import { addWebhook } from './create.ts'
import { removeWebhook } from './delete.ts'
import { startWebhooks } from './deliver.ts'
import { disableWebhook, enableWebhook } from './enable.ts'
import { lockWebhook } from './find.ts'
import { enqueuePing } from './ping.ts'
import { selectWebhookLogs } from './list-logs.ts'
import { redeliver } from './redeliver.ts'
import { replay } from './replay.ts'
import { rotateSecret } from './rotate-secret.ts'
import { newWebhookSecret } from './secret.ts'
import { WebhookEvent, type WebhookRow } from './webhook.ts'

const schedule = schedules.webhook
const service = await startService()
const { sql } = service
const start = (options: { allowPrivateDestinations?: boolean; leaseSeconds?: number } = {}) => {
  const loop = startWebhooks({ sql, log: createLog('silent'), allowPrivateDestinations: true, ...options })
  service.app.afterWrite.add(loop.trigger)
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= loop.stop())
  after(stop)
  return { ...loop, stop }
}
const worker = start()

/** Writes to a webhook as the operations do: locked, in a transaction. */
const locked = <T>(
  { id: storeId }: { id: string },
  id: string,
  write: (tx: Tx, webhook: WebhookRow) => Promise<T>,
) => sql.begin(async (tx) => write(tx, await lockWebhook(tx, storeId, id)))

/** A store with a webhook that goes to a receiver of its own. */
async function aListener(
  react?: (message: Received) => Reaction,
  events: WebhookEvent[] = ['order.created'],
) {
  const receiver = await aReceiver(react)
  const store = await aStore(service)
  const listener = await anotherListener(store, receiver.url, events)
  return { store, ...receiver, ...listener }
}

async function anotherListener(
  store: { id: string },
  url: string,
  events: WebhookEvent[] = ['order.created'],
) {
  const { id, secret } = await addWebhook(sql, { storeId: store.id, url, events, allowPrivate: true })
  const state = async () => {
    const [row] = await sql<
      [{ isActive: boolean; disabledReason: string | null; failingSince: string | null }]
    >`
      select is_active, disabled_reason, failing_since from webhooks where id = ${id}`
    return row
  }
  const logs = () => selectWebhookLogs(sql, store.id, id, { limit: 20, offset: 0 })
  return { id, secret, state, logs }
}

const place = (store: { id: string; key: string }) => aPlacedOrder(service, store)
/** Makes due what waits for its next attempt. */
const makeDue = () =>
  sql`update deliveries set due_at = now() where state = 'waiting' and leased_until is null`

suite('a webhook', { concurrency: false }, () => {
  test('gets a signed message with the order as GET returns it', async () => {
    const { store, messages, secret, logs } = await aListener()
    const order = await place(store)
    const read = (await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data
    await waitFor(() => messages.length === 1)

    const [message] = messages
    const verified = new Webhook(secret).verify(message!.text, message!.headers)
    assert.deepEqual(verified, {
      id: message!.headers['webhook-id'],
      type: 'order.created',
      timestamp: message!.body.timestamp,
      storeId: store.id,
      data: read,
    })
    assert.ok(Math.abs(Date.parse(message!.body.timestamp) - Date.parse(read.createdAt)) < 60_000)
    assert.equal(message!.headers['content-type'], 'application/json')
    await waitFor(async () => (await logs()).data[0]!.success)
    assert.equal((await logs()).data[0]!.id, message!.id)
  })

  test('gets each change of a product once, as GET returns it', async () => {
    const { store, messages } = await aListener(undefined, [...WebhookEvent.enum])
    const product = await aProduct(service, store)
    await waitFor(() => messages.length === 1)
    await service.put(`/api/v1/products/${product.id}`, { key: store.key, body: { price: 12.5 } })
    await waitFor(() => messages.length === 2)
    const read = (await service.get(`/api/v1/products/${product.id}`, store.key)).json.data
    assert.deepEqual(messages[1]!.body.data, read)
    await service.put(`/api/v1/products/${product.id}`, { key: store.key, body: { price: 12.5 } })
    await service.delete(`/api/v1/products/${product.id}`, store.key)
    await waitFor(() => messages.length === 3)
    assert.deepEqual(
      messages.map(({ body }) => body.type),
      ['product.created', 'product.updated', 'product.deleted'],
    )
    assert.deepEqual(Object.keys(messages[2]!.body.data).toSorted(), ['deletedAt', 'id', 'slug'])
  })

  test('that fails is retried by the schedule, with the same id and body', async () => {
    const responses = [500, 302, 404, 200]
    const { store, messages, logs } = await aListener(() => responses.shift()!)
    await place(store)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await waitFor(async () => (await logs()).data[0]!.status !== null && messages.length === attempt)
      await waitFor(async () => (await waitOf(store)) !== null)
      const wait = (await waitOf(store))!
      const [earlier, step] = schedule.slice(attempt - 1) as [number, number]
      assert.ok(wait > earlier * 1.1 && wait <= step * 1.1, `${wait} s`)
      await makeDue()
    }
    await waitFor(async () => (await logs()).data[0]!.success)
    const log = (await logs()).data[0]!
    assert.equal(log.attempts, 4)
    assert.equal(log.status, 200)
    assert.equal(new Set(messages.map(({ id }) => id)).size, 1)
    assert.equal(new Set(messages.map(({ text }) => text)).size, 1)
  })

  test('continues the trace of the request that caused it, with a span per attempt', async () => {
    const responses = [500, 200]
    const { store, id, messages } = await aListener(() => responses.shift() ?? 200, [...WebhookEvent.enum])
    const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const headers = { traceparent: `00-${trace}-${span}-01` }
    const body = { name: 'Café', price: 10 }
    const created = await service.post('/api/v1/products', { key: store.key, headers, body })
    for (const tries of [1, 2]) {
      await waitFor(async () => messages.length === tries)
      await waitFor(async () => (await waitOf(store)) !== null || tries === 2)
      await makeDue()
    }
    const wanted = anOrder(store, [{ variantId: created.json.data.variants[0]!.id, quantity: 1 }])
    await order(service, wanted, { ...headers, 'idempotency-key': 'traced' })
    await order(service, anOrder(store, wanted.items), headers)
    await waitFor(() => messages.length === 4)
    const spans = messages.map(({ headers }) => String(headers['traceparent']))
    for (const sent of spans) assert.match(sent, new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
    assert.equal(new Set([headers.traceparent, ...spans]).size, 5)

    await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook))
    await waitFor(() => messages.length === 5)
    assert.match(String(messages[4]!.headers['traceparent']), new RegExp(`^00-(?!${trace})[0-9a-f]{32}-`))
  })

  test('is attempted ten times over 75 hours', async () => {
    assert.equal(schedule.length, 10)
    const hours = schedule.reduce((sum, seconds) => sum + seconds) / 3600
    assert.ok(hours > 75 && hours < 76, `${hours} h`)

    const { store, messages, logs } = await aListener(() => 500)
    await place(store)
    await waitFor(() => messages.length === 1)
    await waitFor(async () => (await waitOf(store)) !== null)
    await sql`update deliveries set attempts = 9 where store_id = ${store.id}`
    await makeDue()
    await waitFor(
      async () =>
        (await sql`select 1 from deliveries where store_id = ${store.id} and state = 'failed'`).length === 1,
    )
    assert.equal((await logs()).data[0]!.attempts, 10)
    assert.equal((await logs()).data[0]!.success, false)
  })

  test('that responds with Retry-After is retried after it', async () => {
    const { store } = await aListener(() => ({ status: 503, headers: { 'retry-after': '100' } }))
    await place(store)
    await waitFor(async () => (await waitOf(store)) !== null)
    const wait = (await waitOf(store))!
    assert.ok(wait > 0 && wait <= 100, `${wait} s`)
  })

  test('that responds with 410 is disabled with a mail to its owner, and its deliveries are paused', async () => {
    let gone = true
    const { id, store, messages, state } = await aListener(() => (gone ? 410 : 200))
    const first = await place(store)
    await waitFor(async () => !(await state()).isActive)
    assert.equal((await state()).disabledReason, 'gone')
    const mails = await sql<{ recipient: string; payload: { reason: string } }[]>`
      select recipient, payload
      from deliveries
      join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
      where deliveries.store_id = ${store.id} and kind = 'mail' and event = 'webhook.disabled'`
    assert.equal(mails.length, 1)
    assert.match(mails[0]!.recipient, /@/)
    assert.match(mails[0]!.payload.reason, /410\b/)

    const later = [await place(store), await place(store), await place(store)]
    await sleep(300)
    assert.equal(messages.length, 1)
    gone = false
    await locked(store, id, (tx, webhook) => enableWebhook(tx, webhook))
    await waitFor(() => messages.length === 5)
    const resumed = messages.slice(1)
    assert.deepEqual(
      resumed.map(({ body }) => body.data.id),
      [first, ...later].map(({ id }) => id),
    )
    assert.equal(resumed[0]!.id, messages[0]!.id)
    assert.deepEqual({ ...(await state()) }, { isActive: true, disabledReason: null, failingSince: null })
  })

  test('stays enabled when its former address responds with 410 after a change', async () => {
    const next = await aReceiver()
    const { id, store, messages, state } = await aListener(() => 410)
    await sql.begin(async (tx) => {
      await tx`update webhooks set url = ${next.url} where id = ${id}`
      await place(store)
      await waitFor(() => messages.length === 1)
    })
    await waitFor(async () => {
      await makeDue()
      return next.messages.length === 1
    })
    assert.equal((await state()).isActive, true)
  })

  test('without a success for five days is disabled; once enabled, its failed deliveries are sent too', async () => {
    let down = true
    const { id, store, messages, state } = await aListener(() => (down ? 500 : 200))
    const lost = await place(store)
    await waitFor(async () => (await state()).failingSince !== null)
    await sql`
      update deliveries set state = 'failed', finished_at = now() where store_id = ${store.id} and kind = 'webhook'`
    await sql`update webhooks set failing_since = now() - interval '4 days 23 hours' where id = ${id}`
    await place(store)
    await sleep(300)
    assert.equal((await state()).isActive, true)
    await sql`update webhooks set failing_since = now() - interval '5 days' where id = ${id}`
    await makeDue()
    await waitFor(async () => !(await state()).isActive)
    assert.equal((await state()).disabledReason, 'failing')

    down = false
    const before = messages.length
    const ping = await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook)) // as an owner tries it before enabling
    await waitFor(() => messages.some((message) => message.id === ping))
    await locked(store, id, (tx, webhook) => enableWebhook(tx, webhook))
    await waitFor(() => messages.slice(before).some(({ body }) => body.data.id === lost.id))
  })

  test('that succeeds once resets the count of failing days', async () => {
    const responses = [500, 200]
    const { store, state } = await aListener(() => responses.shift() ?? 200)
    await place(store)
    await waitFor(async () => (await state()).failingSince !== null)
    await makeDue()
    await waitFor(async () => (await state()).failingSince === null)
  })

  test('that its owner disabled gets no events of that time', async () => {
    const { id, store, messages } = await aListener()
    await locked(store, id, (tx, webhook) => disableWebhook(tx, webhook))
    await place(store)
    await locked(store, id, (tx, webhook) => enableWebhook(tx, webhook))
    const order = await place(store)
    await waitFor(() => messages.length >= 1)
    await sleep(200)
    assert.deepEqual(
      messages.map(({ body }) => body.data.id),
      [order.id],
    )
  })

  test('that never responds does not delay others', async () => {
    const dead = await aListener(() => 'hang')
    const good = await aReceiver()
    await anotherListener(dead.store, good.url)
    for (let n = 0; n < 15; n++) await place(dead.store)
    await waitFor(() => dead.messages.length === 10)
    await waitFor(() => good.messages.length === 15)
    assert.equal(dead.messages.length, 10, 'none of them was given up before')
    await sql`delete from deliveries where recipient = ${dead.id}`
    dead.release()
  })

  test('is signed with both secrets for 24 hours after a rotation', async () => {
    const { id, store, messages, secret } = await aListener()
    const rotated = await locked(store, id, (tx, webhook) => rotateSecret(tx, webhook, newWebhookSecret()))
    await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook))
    await waitFor(() => messages.length === 1)
    for (const valid of [secret, rotated.secret]) {
      new Webhook(valid).verify(messages[0]!.text, messages[0]!.headers)
    }
    await sql`update webhooks set previous_secret_until = now() where id = ${id}`
    await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook))
    await waitFor(() => messages.length === 2)
    new Webhook(rotated.secret).verify(messages[1]!.text, messages[1]!.headers)
    assert.throws(() => new Webhook(secret).verify(messages[1]!.text, messages[1]!.headers))
  })

  test('gets a ping once, enabled or not, and a failed ping does not count', async () => {
    const { id, store, messages, state, logs } = await aListener(() => 410)
    await locked(store, id, (tx, webhook) => disableWebhook(tx, webhook))
    const delivery = await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook))
    await waitFor(() => messages.length === 1)
    assert.equal(messages[0]!.id, delivery)
    assert.equal(messages[0]!.body.type, 'ping')
    await waitFor(async () => (await logs()).data[0]!.status === 410)
    assert.deepEqual({ ...(await state()) }, { isActive: false, disabledReason: null, failingSince: null })
    const log = (await logs()).data[0]!
    assert.deepEqual([log.event, log.attempts, log.success], [null, 1, false])
  })

  test('gets a redelivery with the same id and a new retry schedule', async () => {
    const responses = [200, 500]
    const { id, store, messages, logs } = await aListener(() => responses.shift() ?? 200)
    await locked(store, id, (tx, webhook) => enqueuePing(tx, webhook))
    const { data } = await logs()
    await waitFor(async () => (await logs()).data[0]!.success)
    await sql`update deliveries set event = 'order.deleted' where id = ${data[0]!.id}`
    await locked(store, id, (tx, webhook) => redeliver(tx, webhook, data[0]!.id))
    await waitFor(() => messages.length === 2)
    await waitFor(async () => (await waitOf(store)) !== null)
    assert.ok((await waitOf(store))! <= schedule[1]! * 1.1)
    await makeDue()
    await waitFor(async () => (await logs()).data[0]!.success)
    assert.equal((await logs()).data[0]!.attempts, 3)
    assert.equal(new Set(messages.map(({ id }) => id)).size, 1)
    await assert.rejects(
      locked(store, id, (tx, webhook) => redeliver(tx, webhook, 'nothing')),
      { status: 404 },
    )
  })

  test('gets a replayed range in order', async () => {
    const { id, store, messages, logs } = await aListener()
    for (let n = 0; n < 4; n++) {
      await place(store)
      await waitFor(() => messages.length === n + 1)
    }
    await waitFor(async () => (await logs()).data.every(({ success }) => success))
    const [, second, , fourth] = (await logs()).data.toReversed()
    const range = { from: second!.createdAt, to: fourth!.createdAt }
    assert.equal(await locked(store, id, (tx, webhook) => replay(tx, webhook, range)), 2)
    await waitFor(() => messages.length === 6)
    assert.deepEqual(
      messages.slice(4).map(({ id }) => id),
      messages.slice(1, 3).map(({ id }) => id),
    )
  })

  test('is deleted with its logs and pending deliveries', async () => {
    const { id, store, logs } = await aListener(() => 500)
    await place(store)
    await waitFor(async () => (await waitOf(store)) !== null)
    await sql.begin((tx) => removeWebhook(tx, store.id, id))
    assert.equal((await sql`select 1 from deliveries where recipient = ${id}`).length, 0)
    await assert.rejects(logs(), { status: 404 })
    await assert.rejects(
      sql.begin((tx) => removeWebhook(tx, store.id, id)),
      { status: 404 },
    )
  })

  test('is never sent to a private address, even if the URL was valid when it was saved', async () => {
    await worker.stop()
    const guarded = start({ allowPrivateDestinations: false })
    const canary = await aListener()
    await place(canary.store)
    await waitFor(async () => (await waitOf(canary.store)) !== null)
    assert.equal(canary.messages.length, 0)
    const [delivery] = await sql`select reason from deliveries where store_id = ${canary.store.id} limit 1`
    assert.equal(delivery!['reason'], 'forbidden')
    await guarded.stop()
  })
})

/** Seconds until the next attempt of the store's newest delivery; null while none is planned. */
async function waitOf(store: { id: string }): Promise<number | null> {
  const [row] = await sql<{ wait: number }[]>`
    select extract(epoch from due_at - now())::float8 as wait
    from deliveries
    where store_id = ${store.id} and kind = 'webhook' and state = 'waiting' and attempts > 0 and leased_until is null
    order by created_at desc
    limit 1`
  return row?.wait ?? null
}
