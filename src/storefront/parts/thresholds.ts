import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { Shop } from '../shop.ts'

/** How much is missing to the minimum order, or else to free shipping, where some shipping option has a price. */
export function thresholdNotice(
  { minimumOrder, freeShippingFrom, currency }: Shop,
  subtotal: number,
  costs: boolean,
): Html | null {
  const missing = (goal: number) => html`<b class="nowrap">${formatAmount(goal - subtotal, currency)}</b>`
  if (minimumOrder !== null && subtotal < minimumOrder) {
    const minimum = formatAmount(minimumOrder, currency)
    return html`<p class="notice">Te faltan ${missing(minimumOrder)} para el pedido mínimo de ${minimum}.</p>`
  }
  if (freeShippingFrom === null || !costs) return null
  if (subtotal >= freeShippingFrom) return html`<p class="notice good">Tu envío es gratis.</p>`
  return html`<p class="notice">Te faltan ${missing(freeShippingFrom)} en productos para el envío gratis.</p>`
}
