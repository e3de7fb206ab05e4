import type { App } from '../../../core/http/app.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { whatsappChat } from '../../../core/values/phone.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { phoneCodeOf } from '../../../features/orders/phone-code.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'

/** Asks the shopper to confirm their phone, or says that it is; null where the store does not ask. */
export async function phoneConfirmation(
  { sql, config }: App,
  { id, name }: Shop,
  order: OrderRow & { phoneVerification: 'off' | 'ask' },
): Promise<Html | null> {
  const { orderNumber, phoneVerified, phoneVerification, status, customerPhone } = order
  if (phoneVerified) return html`<p>${icon('check')} Tu teléfono está confirmado.</p>`
  const { displayNumber } = config.whatsapp
  const isOver = status === 'delivered' || status === 'cancelled' || customerPhone === ''
  if (phoneVerification === 'off' || displayNumber === null || isOver) return null
  const code = await phoneCodeOf(sql, id, order.id)
  const href = whatsappChat(
    displayNumber,
    `Confirmo mi teléfono para el pedido ${orderNumber}. Código: ${code}`,
  )
  return html`
    <section class="sheet" aria-labelledby="confirm">
      <h2 id="confirm">Confirma tu teléfono</h2>
      <p>Así ${name} sabe que el pedido es tuyo. El mensaje ya está escrito: solo toca enviar.</p>
      <p class="actions"><a class="button ghost" href="${href}">${icon('chat')} Confirmar por WhatsApp</a></p>
    </section>
  `
}
