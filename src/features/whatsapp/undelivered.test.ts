import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { listCustomerMessages } from '../orders/customer-notice.ts'
import { resendNotice } from '../orders/resend-notice.ts'

const meta = await startMeta({ late: true, conversations: true })
const service = await startService(meta.env)
const { sql } = service
meta.reportTo(service)
startChatWorker(service)

type Delivery = { state: string; attempts: number; reason: string | null; leasedUntil: string | null }
async function deliveryTo(phone: string, kind: string) {
  const [delivery] = await sql<[Delivery]>`
    select state, attempts, reason, leased_until from deliveries where kind = ${kind} and recipient = ${phone}`
  return delivery
}

suite('a message that WhatsApp accepts, and reports as failed before its response arrives', () => {
  test('an answer a day after the person wrote has failed, is not sent again, and what it was about stays', async () => {
    const owner = await anOwner(service, meta)
    await owner.answered({ text: 'pausa 2h' })
    const { state, attempts, reason, leasedUntil } = await deliveryTo(owner.phone, 'answer')
    assert.deepEqual([state, attempts, leasedUntil], ['failed', 1, null])
    assert.match(reason!, /no pudo entregar la respuesta/)
    assert.equal(owner.received().length, 1)
    meta.rules.wrote(owner.phone)
    await owner.tap('Aplicar')
    const { closedUntil } = (await service.get('/api/v1/store', owner.store.key)).json.data
    assert.ok(closedUntil)
  })

  test('a notice to an owner whose number has no WhatsApp, or stopped messages, says so, and can be sent again', async () => {
    const reasons: [forbid: (number: string) => unknown, reason: RegExp][] = [
      [meta.rules.unknown, /su WhatsApp esté al día/],
      [meta.rules.optedOut, /dejó de aceptar mensajes/],
    ]
    for (const [forbid, reason] of reasons) {
      const owner = await anOwner(service, meta)
      forbid(owner.phone)
      const { id } = await aPlacedOrder(service, owner.store)
      const notification = async () =>
        (await service.get(`/api/v1/orders/${id}`, owner.store.key)).json.data.notification
      await waitFor(async () => (await deliveryTo(owner.phone, 'whatsapp')).state === 'done')
      assert.equal((await notification()).state, 'FAILED')
      assert.match((await notification()).reason!, reason)
      meta.rules.allow(owner.phone)
      await sql`delete from recipient_pace where recipient = ${owner.phone}`
      await resendNotice(sql, owner.store.id, id)
      await waitFor(async () => (await notification()).state === 'SENT')
      assert.equal(meta.to(owner.phone).length, 2)
    }
  })

  test('a notice to a customer has failed with a reason, and is not sent again', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const order = await aPlacedOrder(service, store, { notifyCustomer: true })
    meta.rules.unknown(order.customerPhone)
    await service.put(`/api/v1/orders/${order.id}`, { key: store.key, body: { status: 'confirmed' } })
    const message = async () => (await listCustomerMessages(sql, store.id, order))[0]!
    await waitFor(async () => (await message()).state === 'failed')
    assert.match((await message()).reason!, /no pudo avisar a quien compró/)
    assert.equal(meta.to(order.customerPhone).length, 1)
  })
})

suite('an answer whose worker died before it recorded that WhatsApp has it', () => {
  test('is not sent again once its status arrives, and has failed if that comes', async () => {
    const owner = await anOwner(service, meta)
    meta.rules.wrote(owner.phone)
    await owner.write('hoy')
    const [message] = owner.received()
    await waitFor(async () => (await deliveryTo(owner.phone, 'answer')).state === 'done')
    const forget = sql`
      update deliveries
      set
        state = 'waiting', finished_at = null, message_id = null,
        leased_until = now() + interval '1 hour', due_at = now() + interval '1 hour'
      where kind = 'answer' and recipient = ${owner.phone}`
    await forget
    await meta.report(message!, 'delivered')
    assert.deepEqual(
      await deliveryTo(owner.phone, 'answer').then(({ state, leasedUntil }) => [state, leasedUntil]),
      ['done', null],
    )
    await meta.report(message!, 'failed', { code: 131_026 })
    assert.equal((await deliveryTo(owner.phone, 'answer')).state, 'failed')
  })
})
