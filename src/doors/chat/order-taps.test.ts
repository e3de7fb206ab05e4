import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { eraseCustomer } from '../../features/customers/erase.ts'
import { noticeButtons } from '../../features/whatsapp/buttons.ts'

const meta = await startMeta()
const service = await startService(meta.env)
startChatWorker(service)

async function anOwnerWithOrder(overrides: Parameters<typeof aPlacedOrder>[2] = {}) {
  const owner = await anOwner(service, meta)
  const order = await aPlacedOrder(service, owner.store, overrides)
  const [confirm, cannot] = noticeButtons(owner.store.id, [order.id], 'batch')
  const read = async () => (await service.get(`/api/v1/orders/${order.id}`, owner.store.key)).json.data
  return {
    ...owner,
    order,
    read,
    confirm: () => owner.answered({ button: { payload: confirm.id, text: confirm.title.in('es') } }),
    cannot: () => owner.answered({ button: { payload: cannot.id, text: cannot.title.in('es') } }),
  }
}

suite('a tap of the owner on the notice of an order', () => {
  test('confirms it, and each next step is offered', async () => {
    const owner = await anOwnerWithOrder()
    const [confirmed] = await owner.confirm()
    assert.match(confirmed!.text, new RegExp(`${owner.order.orderNumber} .* está confirmado`))
    assert.deepEqual(
      confirmed!.choices.map(({ title }) => title),
      ['Enviado'],
    )
    assert.match((await owner.tap('Enviado'))!.text, /está enviado/)
    const delivered = await owner.tap('Entregado')
    assert.match(delivered!.text, /está entregado/)
    assert.deepEqual(delivered!.choices, [])
    const { status, timeline } = await owner.read()
    assert.equal(status, 'delivered')
    assert.deepEqual(
      timeline.map(({ by }) => by),
      ['shopper', 'whatsapp', 'whatsapp', 'whatsapp'],
    )
  })

  test('that can not be fulfilled asks for a reason once, and cancels it', async () => {
    const owner = await anOwnerWithOrder()
    const [asked] = await owner.cannot()
    assert.deepEqual(
      asked!.choices.map(({ title }) => title),
      ['Sin existencias', 'Cerrado', 'No llegamos'],
    )
    assert.equal((await owner.read()).status, 'pending')
    assert.match((await owner.tap('Sin existencias'))!.text, /está cancelado.*wa\.me/s)
    assert.equal((await owner.read()).status, 'cancelled')
    const [late] = await owner.confirm()
    assert.match(late!.text, /está cancelado/)
    assert.equal((await owner.read()).status, 'cancelled')
  })

  test('leaves nothing of the customer once they are erased, neither in the replies nor in the record of messages', async () => {
    const owner = await anOwnerWithOrder({ name: 'Xiomara Peláez', address: 'Callejón del Rastro 7' })
    await owner.write('pedidos')
    await owner.write(owner.order.orderNumber)
    await owner.cannot()
    await owner.tap('Cerrado')
    await owner.confirm()
    const kept = async () => {
      const rows = await service.sql<{ text: string }[]>`
        select payload::text as text from delivery_payloads where store_id = ${owner.store.id}
        union all
        select concat(text, summary) from whatsapp_messages where store_id = ${owner.store.id}`
      return rows.map(({ text }) => text).join('\n')
    }
    assert.match(await kept(), /Xiomara.*Rastro/s)
    const [customer] = (await service.get('/api/v1/customers', owner.store.key)).json.data
    await eraseCustomer(service.sql, owner.store.id, customer!.id)
    assert.doesNotMatch(await kept(), /Xiomara|Rastro/)
    assert.match(await kept(), new RegExp(`El pedido ${owner.order.orderNumber} está cancelado`))
  })
})
