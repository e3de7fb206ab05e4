import { defaultLanguage } from '../../../core/texts/language.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { App } from '../../../core/http/app.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { readOrderRow } from '../../../features/orders/get.ts'
import { itemTextInFull, shippingText, whatsappLink } from '../../../features/orders/message.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { enterStore } from '../register.ts'
import { messageTo } from '../parts/customer-contact.ts'

/** Opens the chat with the customer of an order that was entered by hand, with what was ordered already written. */
export function orderWhatsappRoute(app: App) {
  app.get('/t/:slug/pedidos/:id/whatsapp', async (request, reply) => {
    const context = await enterStore(app, request, reply, 'orders:read', true)
    if (!context) return reply
    const { sql, store, params } = context
    const order = await readOrderRow(sql, store.id, params['id']!)
    if (order.customerPhone === '') throw notFound('El teléfono')
    const trackingUrl = shopUrl(app, store, `/pedido/${order.trackingToken}`)
    return reply.redirect(whatsappLink(order.customerPhone, summaryOf(store.name, order, trackingUrl))!, 303)
  })
}

function summaryOf(storeName: string, order: OrderRow, trackingUrl: string): string {
  const { customerName, orderNumber, items, shippingName, shippingPrice, discountAmount, total, currency } =
    order
  const amount = (value: number) => formatAmount(value, currency)
  const lines = [
    messageTo(customerName, storeName, `anotamos tu pedido *${orderNumber}*.`).in(defaultLanguage),
    '',
    ...items.map((item) => `• ${itemTextInFull(item)}: ${amount(item.subtotal)}`),
    shippingName !== null && `${shippingText(order)}: ${shippingPrice ? amount(shippingPrice) : 'gratis'}`,
    discountAmount ? `Descuento: −${amount(discountAmount)}` : false,
    `*Total: ${amount(total)}*`,
    '',
    `Aquí ves cómo va: ${trackingUrl}`,
  ]
  return lines.filter((line) => line !== false).join('\n')
}
