import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createLog } from '../../core/process/log.ts'
import { transaction } from '../../core/database/db.ts'
import { hitCounter } from '../../core/limits/rate-limit.ts'
import { newId } from '../../core/values/id.ts'
import { wordingIn } from '../../core/texts/text.ts'
import { aPhone, aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { listCustomerMessages } from '../orders/customer-notice.ts'
import { resendNotice } from '../orders/resend-notice.ts'
import { startNotices, startCustomerNotices } from './notify.ts'
import { sendNumberCode } from './number-code.ts'
import { changeOptOut, hasOptedOut } from './opt-outs.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
const api = service.app.config.whatsapp.api!
const options = { sql, log: createLog('silent'), api, paceSeconds: 0.1 }
for (const loop of [startNotices(options), startCustomerNotices(options)]) {
  service.app.afterWrite.add(loop.trigger)
  after(() => loop.stop())
}

async function write(phone: string, text: string): Promise<string | null> {
  const reply = await transaction(sql, (tx) => changeOptOut(tx, phone, text))
  return reply && wordingIn(reply, 'es')
}

suite('opting out', () => {
  test('a message that is only the word opts a number out and in again, however it is written', async () => {
    const phone = aPhone()
    for (const [out, back] of [
      ['baja', 'Alta'],
      [' BAJA. ', 'alta'],
      ['Stop', 'START'],
      ['¡stop!', 'start'],
      ['Sair', 'voltar'],
    ] as const) {
      assert.match((await write(phone, out))!, /^Listo: no te enviaremos más mensajes\. .*«alta»/)
      assert.ok(await hasOptedOut(sql, phone))
      assert.match((await write(phone, back))!, /recibe otra vez/)
      assert.ok(!(await hasOptedOut(sql, phone)))
    }
  })

  test('a message with more than the word is another message', async () => {
    const phone = aPhone()
    for (const text of ['precio baja 20', 'bajas', 'no me des de baja', '', 'altas'])
      assert.equal(await write(phone, text), null)
    assert.ok(!(await hasOptedOut(sql, phone)))
  })

  test('a number is opted out in each of its forms', async () => {
    await write('+5215587654321', 'baja')
    assert.ok(await hasOptedOut(sql, '+525587654321'))
    await write('+525587654321', 'alta')
    assert.ok(!(await hasOptedOut(sql, '+5215587654321')))
  })

  test("an owner's opt-out stops the notices, says so, and they can be sent again after it", async () => {
    const store = await aStore(service, { whatsappNumber: aPhone() })
    const number = store.whatsappNumber!
    assert.match((await write(number, 'baja'))!, /tampoco los avisos de tus pedidos/)
    const order = await aPlacedOrder(service, store)
    const read = async () =>
      (await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data.notification
    await waitFor(async () => (await read()).state === 'FAILED')
    assert.match((await read()).reason!, /pidió con «baja» no recibir mensajes/)
    assert.equal(meta.to(number).length, 0)

    await write(number, 'alta')
    await resendNotice(sql, store.id, order.id)
    await waitFor(async () => (await read()).state === 'SENT')
    assert.equal(meta.to(number).length, 1)
  })

  test('nobody is told of a store that is suspended, or whose number is not confirmed', async () => {
    const suspended = await aStore(service, { whatsappNumber: aPhone() })
    await sql`update stores set billing_state = 'suspended' where id = ${suspended.id}`
    const unconfirmed = await aStore(service, { whatsappNumber: aPhone() })
    await sql`update stores set confirmed_number = '' where id = ${unconfirmed.id}`
    for (const { whatsappNumber } of [suspended, unconfirmed])
      assert.doesNotMatch((await write(whatsappNumber!, 'baja'))!, /avisos/)
  })

  test('a customer who opted out gets no message, and the order says why', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const order = await aPlacedOrder(service, store, { notifyCustomer: true })
    await write(order.customerPhone, 'stop')
    await service.put(`/api/v1/orders/${order.id}`, { key: store.key, body: { status: 'confirmed' } })
    const message = async () => (await listCustomerMessages(sql, store.id, order))[0]!
    await waitFor(async () => (await message()).state === 'failed')
    assert.match((await message()).reason!, /pidió con «baja»/)
    assert.equal(meta.to(order.customerPhone).length, 0)
  })

  test('a number that opted out gets no code', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const number = aPhone()
    await write(number, 'baja')
    const request = { secret: newId(), accountId: store.ownerId, storeId: store.id, number }
    await assert.rejects(sendNumberCode(sql, hitCounter(sql), api, request), /escribe «alta»/)
    assert.equal(meta.to(number).length, 0)
  })
})
