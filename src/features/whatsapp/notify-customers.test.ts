import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { createLog } from '../../core/process/log.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { aPlacedOrder, aStore } from '../../../test/factories.ts'
import { eraseCustomer } from '../customers/erase.ts'
import { listCustomerMessages } from '../orders/customer-notice.ts'
import { startCustomerNotices } from './notify.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const log = createLog('silent')
const api = service.app.config.whatsapp.api!

beforeEach(async () => {
  meta.always('accept')
  await service.sql`delete from deliveries`
})

suite('the message to a customer', { concurrency: false }, () => {
  /** A worker for customers alone, and an order of a shop that somebody placed. */
  async function placed(more: object = {}) {
    const loop = startCustomerNotices({
      sql: service.sql,
      log,
      api,
      paceSeconds: 0.1,
    })
    service.app.afterWrite.add(loop.trigger)
    after(() => loop.stop())
    const store = await aStore(service, { whatsappNumber: null })
    const { data } = { data: await aPlacedOrder(service, store, { notifyCustomer: true, ...more }) }
    const move = (status: string) =>
      service.put(`/api/v1/orders/${data.id}`, { key: store.key, body: { status } })
    const states = async () => {
      const rows = await listCustomerMessages(service.sql, store.id, data)
      return rows.map(({ event, state }) => `${event} ${state}`)
    }
    return { loop, store, order: data, move, states, number: data.customerPhone }
  }

  test('the message to a customer is sent when the order is confirmed and when it is shipped, once each', async () => {
    const { loop, order, move, states, number } = await placed()
    await move('confirmed')
    await move('confirmed')
    await waitFor(async () => (await states()).join() === 'order.confirmed done')
    await move('shipped')
    await move('delivered')
    await waitFor(() => meta.to(number).length === 2)
    const [confirmed, shipped] = meta.to(number)
    assert.equal(confirmed!.template.name, 'estado_pedido')
    const start = [order.orderNumber, 'Café de la Antigua']
    assert.deepEqual(confirmed!.parameters, [...start, 'está confirmado'])
    assert.deepEqual(shipped!.parameters, [...start, 'va en camino'])
    await waitFor(async () => (await states()).join() === 'order.confirmed done,order.shipped done')
    await loop.stop()
  })

  test('the message to a customer is sent only with consent; for a pickup or a table it says that the order is ready', async () => {
    const silent = await placed({ notifyCustomer: false })
    await silent.move('confirmed')
    assert.deepEqual(await silent.states(), [])
    await silent.loop.stop()

    for (const [kind, text] of [
      ['pickup', 'está listo para recoger'],
      ['here', 'está listo'],
    ]) {
      const { loop, store, order, move, number } = await placed()
      await service.sql`update orders set delivery_kind = ${kind!} where store_id = ${store.id} and id = ${order.id}`
      await move('confirmed')
      await move('shipped')
      await waitFor(() => meta.to(number).length === 2)
      assert.equal(meta.to(number)[1]!.parameters[2], text)
      await loop.stop()
    }
  })

  test('the message to a customer is retried, and given up with a reason for the owner', async () => {
    const { loop, move, states, number, store, order } = await placed()
    meta.next({ status: 500, code: 131_016 }, { status: 400, code: 131_026 })
    await move('confirmed')
    await waitFor(() => meta.to(number).length === 1)
    assert.deepEqual(await states(), ['order.confirmed waiting'])
    await waitFor(async () => {
      await service.sql`update deliveries set due_at = now() where kind = 'customer' and leased_until is null`
      loop.trigger()
      return (await states()).join() === 'order.confirmed failed'
    })
    const [message] = await listCustomerMessages(service.sql, store.id, order)
    assert.match(message!.reason!, /no pudo avisar a quien compró/)
    await loop.stop()
  })

  test('the message to a customer is not sent past the number that the plan allows in a day', async () => {
    const { loop, move, number, store, order, states } = await placed()
    await service.sql`update stores set plan = 'free' where id = ${store.id}`
    await service.sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`customer-notice-free:${store.ownerId}`}, 99, now() + interval '1 hour')`
    await move('confirmed')
    await waitFor(async () => (await states()).join() === 'order.confirmed done')
    await move('shipped')
    await waitFor(async () => (await states())[1] === 'order.shipped failed')
    const [, message] = await listCustomerMessages(service.sql, store.id, order)
    assert.match(message!.reason!, /ya enviaron 100 avisos a clientes en un día/)
    assert.equal(meta.to(number).length, 1)
    await loop.stop()
  })

  test('the message to a customer counts once towards the cap, also when a stopping worker interrupts an attempt', async (t) => {
    const { loop, move, number, store, order, states } = await placed()
    await service.sql`update stores set plan = 'free' where id = ${store.id}`
    await service.sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`customer-notice-free:${store.ownerId}`}, 99, now() + interval '1 hour')`
    meta.next('hang')
    await move('confirmed')
    await waitFor(() => meta.to(number).length === 1)
    await loop.stop()
    assert.deepEqual(await states(), ['order.confirmed waiting'])

    const worker = startCustomerNotices({ sql: service.sql, log, api })
    t.after(() => worker.stop())
    await waitFor(async () => (await states())[0] !== 'order.confirmed waiting')
    const [message] = await listCustomerMessages(service.sql, store.id, order)
    assert.deepEqual([message!.state, message!.reason, await hitsOf(store)], ['done', null, 100])
  })

  test('the message to a customer is not sent to a number that got twenty in a day, whichever shops they were of', async () => {
    const { loop, move, number, store, order, states } = await placed()
    await service.sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`customer-notice-number:${number}`}, 20, now() + interval '1 hour')`
    await move('confirmed')
    await waitFor(async () => (await states()).join() === 'order.confirmed failed')
    const [message] = await listCustomerMessages(service.sql, store.id, order)
    assert.match(message!.reason!, /Este número ya recibió 20 avisos en un día/)
    assert.equal(meta.to(number).length, 0)
    await loop.stop()
  })

  test('the message to a customer is counted after an internal error before the count', async (t) => {
    const { loop, move, store, order, states } = await placed()
    await loop.stop()
    await move('confirmed')
    await service.sql`update deliveries set attempts = 1, reason = 'Error' where subject_id = ${order.id}`
    const worker = startCustomerNotices({ sql: service.sql, log, api })
    t.after(() => worker.stop())
    await waitFor(async () => (await states())[0] === 'order.confirmed done')
    assert.equal(await hitsOf(store), 1)
  })

  test('the message to a customer is counted when the worker ended before it counted the first attempt', async (t) => {
    const { loop, move, number, store, order, states } = await placed()
    await loop.stop()
    await service.sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`customer-notice-paid:${store.ownerId}`}, 2000, now() + interval '1 hour')`
    await move('confirmed')
    await service.sql`update deliveries set attempts = 1 where subject_id = ${order.id}`
    const worker = startCustomerNotices({ sql: service.sql, log, api })
    t.after(() => worker.stop())
    await waitFor(async () => (await states())[0] !== 'order.confirmed waiting')
    assert.deepEqual([await states(), meta.to(number).length], [['order.confirmed failed'], 0])
  })

  test('the message to a customer is not sent for a cancelled order, nor to an erased customer', async () => {
    const { loop, move, number, store, order } = await placed()
    await loop.stop()
    await move('confirmed')
    const [customer] = await service.sql<{ customerId: string }[]>`
      select customer_id from orders where id = ${order.id}`
    await eraseCustomer(service.sql, store.id, customer!.customerId)
    assert.equal((await service.sql`select 1 from deliveries where recipient = ${number}`).length, 0)

    const other = await placed()
    await other.loop.stop()
    await other.move('confirmed')
    await other.move('cancelled')
    const worker = startCustomerNotices({ sql: service.sql, log, api })
    await waitFor(async () => (await other.states()).join() === 'order.confirmed done')
    assert.equal(meta.to(other.number).length, 0)
    await worker.stop()
  })
})

/** The messages to customers that were counted for a shop. */
async function hitsOf({ ownerId }: { ownerId: string }) {
  const [row] = await service.sql<{ hits: number }[]>`
    select sum(hits)::int as hits
    from long_rate_hits
    where key in (${`customer-notice-free:${ownerId}`}, ${`customer-notice-paid:${ownerId}`})`
  return row?.hits
}
