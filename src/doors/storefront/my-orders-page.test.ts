import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkoutForms } from '../../../test/checkout-form.ts'
import { aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { send } = checkoutForms(service)

const tokenOf = async (store: { id: string; key: string }) => {
  await aPlacedOrder(service, store)
  const [order] = await service.sql<{ trackingToken: string; orderNumber: string }[]>`
    select tracking_token, order_number from orders where store_id = ${store.id}`
  return order!
}

suite('POST /{slug}/mis-pedidos', () => {
  test('shows the orders of the tokens, none of another store, and is not stored by caches', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const [own, strange] = [await tokenOf(store), await tokenOf(other)]
    const page = await send(`/${store.slug}/mis-pedidos`, {
      p: [own.trackingToken, strange.trackingToken, 'x', '%00'],
    })
    assert.equal(page.status, 200)
    assert.match(page.text, new RegExp(`Pedido ${own.orderNumber}.*Recibido`, 's'))
    assert.doesNotMatch(page.text, new RegExp(strange.orderNumber))
    assert.match(page.headers.get('cache-control')!, /no-store/)
    const nothing = await send(`/${store.slug}/mis-pedidos`, {})
    assert.match(nothing.text, /id="orders" hidden/)
  })

  test('notes that the shopper saw a move of the panel, which then is not taken back any more', async () => {
    const store = await aStore(service)
    const { trackingToken } = await tokenOf(store)
    await service.sql`
      update orders
      set status = 'confirmed', timeline = timeline || jsonb_build_array(jsonb_build_object(
        'status', 'confirmed', 'by', 'panel', 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ))
      where store_id = ${store.id}`
    const { text } = await send(`/${store.slug}/mis-pedidos`, { p: trackingToken })
    assert.match(text, /Confirmado/)
    const [order] = await service.sql<{ isSeen: boolean }[]>`
      select (timeline -> -1 -> 'isSeen')::boolean as is_seen from orders where store_id = ${store.id}`
    assert.equal(order!.isSeen, true)
  })
})
