import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { changeText, itemChanges } from '../../../features/orders/item-changes.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { expiryOf, isOpen } from '../../../features/orders/proposal.ts'
import { moment } from '../../../core/pages/format.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { sums } from './cart-lines.ts'

/** The change that the store proposes, to be taken or not with one tap; null where none waits. */
export function proposalPart(shop: Shop, order: OrderRow, href: string): Html | null {
  const { proposal, currency, total, discountCode } = order
  if (!isOpen(proposal)) return null
  const amount = (value: number) => formatAmount(value, currency)
  const { subtotal, discount, shipping, sentAt } = proposal
  const losesCode = discountCode !== null && discount === 0 && (order.discountAmount ?? 0) > 0
  return html`
    <section class="sheet next" aria-labelledby="change">
      <h2 id="change">${t('{shop} te propone un cambio', { shop: shop.name })}</h2>
      ${proposal.message && html`<p class="multiline">${t('«{text}»', { text: proposal.message })}</p>`}
      <ul class="small">${changesOf(order)}</ul>
      ${losesCode && html`<p>${t('El código {code} no vale con este cambio.', { code: discountCode })}</p>`}
      ${sums(currency, {
        subtotal,
        shipping: order.shippingName === null ? null : shipping,
        discount: discount || null,
        total: proposal.total,
      })}
      ${proposal.total !== total && html`<p class="muted">${t('Antes: {amount}', { amount: amount(total) })}</p>`}
      <form method="post" action="${href}/cambio">
        <input type="hidden" name="propuesta" value="${sentAt}">
        <div class="actions">
          <button class="button" name="respuesta" value="si">${t('Aceptar')}</button>
          <button class="button ghost" name="respuesta" value="no">${t('No, gracias')}</button>
        </div>
      </form>
      <p class="muted">
        <small>
          ${t('Puedes responder hasta el {time}. Mientras tanto, tu pedido sigue como está.', {
            time: moment(expiryOf(proposal), shop.timeZone),
          })}
        </small>
      </p>
    </section>
  `
}

function changesOf({ items, proposal, currency }: OrderRow): Html[] {
  return itemChanges(items, proposal!.items).map((change) => {
    const { item, from, to } = change
    const cost = formatAmount(item.unitPrice * (to || from), currency)
    return html`<li><span>${changeText(change)}</span><span>${to === 0 ? html`<s>${cost}</s>` : cost}</span></li>`
  })
}
