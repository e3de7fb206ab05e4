import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPhone, aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { transaction } from '../../core/database/db.ts'
import { verifyPhone } from '../../features/orders/verify-phone.ts'

const service = await startService({ WHATSAPP_DISPLAY_NUMBER: '+502 2222-3333' })
const { sql } = service

/** An order of a store that asks, and its page. */
async function ordered() {
  const store = await aStore(service)
  await service.put('/api/v1/store', { key: store.key, body: { phoneVerification: 'ask' } })
  const order = await aPlacedOrder(service, store)
  const [{ token }] = await sql<[{ token: string }]>`
    select tracking_token as token from orders where store_id = ${store.id} and id = ${order.id}`
  const path = `/${store.slug}/pedido/${token}`
  const page = async () => (await service.get(path)).text
  const messageOf = async () => {
    const [, text] = /https:\/\/wa\.me\/50222223333\?text=([^"]*)"/.exec(await page()) ?? []
    return text === undefined ? null : decodeURIComponent(text)
  }
  const send = async (phone: string) => {
    const text = (await messageOf())!
    return transaction(sql, (tx) => verifyPhone(tx, phone, text))
  }
  return { store, order, path, page, messageOf, send }
}

suite('confirming the phone on the page of an order', () => {
  test("the page links to the service's number with the code already written", async () => {
    const { order, page, messageOf } = await ordered()
    assert.match(await page(), /Confirmar por WhatsApp/)
    assert.match(
      (await messageOf())!,
      new RegExp(`^Confirmo mi teléfono para el pedido ${order.orderNumber}\\. Código: \\w{8}$`),
    )
    assert.equal(await messageOf(), await messageOf())
  })

  test('the page and its poll show that the phone is confirmed', async () => {
    const { order, path, page, messageOf, send } = await ordered()
    await send(order.customerPhone)
    assert.equal((await service.get(`${path}/estado`)).text, 'pending phone')
    assert.match(await page(), /Tu teléfono está confirmado/)
    assert.match(await page(), /data-status="pending phone"/)
    assert.equal(await messageOf(), null)
  })

  test('the page goes on asking after a code from another phone', async () => {
    const { path, messageOf, send } = await ordered()
    await send(aPhone())
    assert.equal((await service.get(`${path}/estado`)).text, 'pending')
    assert.notEqual(await messageOf(), null)
  })

  test('the page does not ask where the store does not, nor about an order that is over', async () => {
    const off = await ordered()
    await service.put('/api/v1/store', { key: off.store.key, body: { phoneVerification: 'off' } })
    assert.equal(await off.messageOf(), null)
    const over = await ordered()
    await service.put(`/api/v1/orders/${over.order.id}`, {
      key: over.store.key,
      body: { status: 'cancelled' },
    })
    assert.equal(await over.messageOf(), null)
  })

  test('the page does not ask where the number of the service is not configured', async () => {
    const { config } = service.app
    const { path, messageOf } = await ordered()
    const configured = config.whatsapp.displayNumber
    config.whatsapp.displayNumber = null
    assert.doesNotMatch((await service.get(path)).text, /Confirmar por WhatsApp/)
    config.whatsapp.displayNumber = configured
    assert.notEqual(await messageOf(), null)
  })
})
