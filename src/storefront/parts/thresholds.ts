import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { Shop } from '../shop.ts'
import { askLink } from './ask.ts'
import { closedNotice, takesOrders } from './shop-facts.ts'

export const isBelowMinimum = ({ minimumOrder }: Pick<Shop, 'minimumOrder'>, subtotal: number): boolean =>
  minimumOrder !== null && subtotal < minimumOrder

/** Whether an order of this subtotal can be sent now. */
export const canOrder = (shop: Shop, subtotal: number): boolean =>
  takesOrders(shop) && !isBelowMinimum(shop, subtotal)

/** How much is missing to the minimum order, or else to free shipping, where some shipping option has a price: said, and as a bar. */
export function thresholdNotice(
  { minimumOrder, freeShippingFrom, currency }: Shop,
  subtotal: number,
  costs: boolean,
): Html | null {
  const missing = (goal: number) => html`<b class="nowrap">${formatAmount(goal - subtotal, currency)}</b>`
  if (isBelowMinimum({ minimumOrder }, subtotal)) {
    const minimum = formatAmount(minimumOrder!, currency)
    return goal(
      minimumOrder!,
      subtotal,
      html`Te faltan ${missing(minimumOrder!)} para el pedido mínimo de ${minimum}.`,
    )
  }
  if (freeShippingFrom === null || !costs) return null
  if (subtotal >= freeShippingFrom) return goal(freeShippingFrom, subtotal, html`Tu envío es gratis.`)
  return goal(
    freeShippingFrom,
    subtotal,
    html`Te faltan ${missing(freeShippingFrom)} en productos para el envío gratis.`,
  )
}

const goal = (max: number, subtotal: number, text: Html): Html => html`
  <div class="goal"><p>${text}</p><progress max="${max}" value="${Math.min(max, subtotal)}" aria-hidden="true"></progress></div>
`

/** Why nothing can be ordered now, and what can be done about it; null where something can. */
export function closedForOrders(shop: Shop): Html | null {
  if (takesOrders(shop)) return null
  return html`
    <div class="notice">
      ${closedNotice(shop)}
      <p>Tu carrito te espera aquí. ${askLink(shop, '¡Hola! ¿Cuándo reciben pedidos?')}</p>
    </div>
  `
}
