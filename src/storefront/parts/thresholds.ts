import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { Shop } from '../shop.ts'
import { takesOrders } from './shop-facts.ts'

export const isBelowMinimum = ({ minimumOrder }: Pick<Shop, 'minimumOrder'>, subtotal: number): boolean =>
  minimumOrder !== null && subtotal < minimumOrder

/** Whether an order of this subtotal can be sent now. */
export const canOrder = (shop: Shop, subtotal: number): boolean =>
  takesOrders(shop) && !isBelowMinimum(shop, subtotal)

/** How much is missing to the minimum order, or else to free shipping, where some shipping option has a price. */
export function thresholdNotice(
  { minimumOrder, freeShippingFrom, currency }: Shop,
  subtotal: number,
  costs: boolean,
): Html | null {
  const missing = (goal: number) => html`<b class="nowrap">${formatAmount(goal - subtotal, currency)}</b>`
  if (isBelowMinimum({ minimumOrder }, subtotal)) {
    const minimum = formatAmount(minimumOrder!, currency)
    return html`<p class="notice">Te faltan ${missing(minimumOrder!)} para el pedido mínimo de ${minimum}.</p>`
  }
  if (freeShippingFrom === null || !costs) return null
  if (subtotal >= freeShippingFrom) return html`<p class="notice good">Tu envío es gratis.</p>`
  return html`<p class="notice">Te faltan ${missing(freeShippingFrom)} en productos para el envío gratis.</p>`
}
