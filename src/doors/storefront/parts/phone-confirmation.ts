import type { App } from '../../../core/http/app.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { chatHref } from '../../../core/pages/chat-href.ts'
import { t } from '../../../core/texts/text.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { phoneCodeOf } from '../../../features/orders/phone-code.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'

export async function phoneConfirmation(
  { sql, config }: App,
  { id, name }: Shop,
  order: OrderRow & { phoneVerification: 'off' | 'ask' },
): Promise<Html | null> {
  const { orderNumber, phoneVerified, phoneVerification, status, customerPhone } = order
  if (phoneVerified) return html`<p>${icon('check')} ${t('Tu teléfono está confirmado.')}</p>`
  const { displayNumber } = config.whatsapp
  const isOver = status === 'delivered' || status === 'cancelled' || customerPhone === ''
  if (phoneVerification === 'off' || displayNumber === null || isOver) return null
  const code = await phoneCodeOf(sql, id, order.id)
  const href = chatHref(
    displayNumber,
    t('Confirmo mi teléfono para el pedido {order}. Código: {code}', { order: orderNumber, code }),
  )
  return html`
    <section class="sheet" aria-labelledby="confirm">
      <h2 id="confirm">${t('Confirma tu teléfono')}</h2>
      <p>${t('Así {shop} sabe que el pedido es tuyo. El mensaje ya está escrito: solo toca enviar.', { shop: name })}</p>
      <p class="actions"><a class="button ghost" href="${href}">${icon('chat')} ${t('Confirmar por WhatsApp')}</a></p>
    </section>
  `
}
