import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatAmount } from '../../../core/values/money.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { App } from '../../../core/http/app.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { readOrderRow } from '../../../features/orders/get.ts'
import { itemTextInFull, shippingText, whatsappLink } from '../../../features/orders/message.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { enterStore } from '../register.ts'
import { reasonOf } from './cancel-reasons.ts'
import { messageTo } from '../parts/customer-contact.ts'

/**
 * Opens the chat with the customer of an order, with what was ordered already written, or why it is cancelled: `…/whatsapp`,
 * `…/whatsapp/cerrado`.
 */
export function orderWhatsappRoute(app: App) {
  const path = '/t/:slug/pedidos/:id/whatsapp'
  for (const url of [path, `${path}/:reason`]) app.get(url, sendToChat)

  async function sendToChat(request: FastifyRequest, reply: FastifyReply) {
    const context = await enterStore({ app, request, reply }, 'orders:read', true)
    if (!context) return reply
    const { sql, store, params, base } = context
    const order = await readOrderRow(sql, store.id, params['id']!)
    if (order.customerPhone === '') throw notFound(t('El teléfono'))
    const reason = reasonOf(params['reason'])
    if (params['reason'] && !reason) return reply.redirect(`${base}/pedidos/${order.id}`, 303)
    const text = reason
      ? messageTo(order.customerName, store.name, reason.text(order.orderNumber))
      : summaryOf(store.name, order, shopUrl(app, store, `/pedido/${order.trackingToken}`))
    return reply.redirect(whatsappLink(order.customerPhone, text.in(store.language))!, 303)
  }
}

function summaryOf(storeName: string, order: OrderRow, trackingUrl: string): Localized {
  const { customerName, orderNumber, items, shippingName, shippingPrice, discountAmount, total, currency } =
    order
  const amount = (value: number) => formatAmount(value, currency)
  const price = shippingPrice ? amount(shippingPrice) : t('gratis')
  const lines: (Wording | false)[] = [
    messageTo(customerName, storeName, t('anotamos tu pedido *{order}*.', { order: orderNumber })),
    '',
    ...items.map((item) => `• ${itemTextInFull(item)}: ${amount(item.subtotal)}`),
    shippingName !== null && joined([shippingText(order), price], ': '),
    discountAmount ? t('Descuento: {discount}', { discount: `−${amount(discountAmount)}` }) : false,
    t('*Total: {total}*', { total: amount(total) }),
    '',
    t('Aquí ves cómo va: {url}', { url: trackingUrl }),
  ]
  return joined(
    lines.filter((line) => line !== false),
    '\n',
  )
}
