import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Total } from '../../../features/orders/preview-total.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import type { PricedCart } from '../../../features/carts/price-cart.ts'
import { askLink } from './ask.ts'
import { closedNotice, takesOrders } from './shop-facts.ts'

const isBelowMinimum = ({ minimumOrder }: Pick<Shop, 'minimumOrder'>, subtotal: number): boolean =>
  minimumOrder !== null && subtotal < minimumOrder

/** Whether an order of these lines, with this total, can be sent now. */
export const canOrder = (shop: Shop, { lines }: PricedCart, { subtotal, total }: Total): boolean =>
  takesOrders(shop) &&
  !isBelowMinimum(shop, subtotal) &&
  total !== null &&
  lines.every(({ problem }) => problem === null)

export function minimumNotice({ minimumOrder, currency }: Shop, subtotal: number): Html | null {
  if (!isBelowMinimum({ minimumOrder }, subtotal)) return null
  const minimum = formatAmount(minimumOrder!, currency)
  const text = t('Te faltan {missing} para el pedido mínimo de {minimum}.', {
    missing: missing(minimumOrder! - subtotal, currency),
    minimum,
  })
  return goal(minimumOrder!, subtotal, text)
}

/** How much free shipping lacks, once the order can be sent. @param costs whether what it frees of has a price */
export function freeShippingNotice(shop: Shop, subtotal: number, costs: boolean): Html | null {
  const { freeShippingFrom: from, currency } = shop
  if (from === null || !costs || isBelowMinimum(shop, subtotal)) return null
  const text =
    subtotal >= from
      ? t('Tu envío es gratis.')
      : t('Te faltan {missing} en productos para el envío gratis.', {
          missing: missing(from - subtotal, currency),
        })
  return goal(from, subtotal, text)
}

const missing = (amount: number, currency: string) =>
  html`<b class="nowrap">${formatAmount(amount, currency)}</b>`

const goal = (max: number, subtotal: number, text: Localized): Html => html`
  <div class="goal"><p>${text}</p><progress max="${max}" value="${Math.min(max, subtotal)}" aria-hidden="true"></progress></div>
`

/** Why nothing can be ordered now, and what can be done about it; null where something can. */
export function closedForOrders(shop: Shop): Html | null {
  if (takesOrders(shop)) return null
  return html`
    <div class="notice">
      ${closedNotice(shop)}
      <p>${t('Tu carrito te espera aquí.')} ${askLink(shop, t('¡Hola! ¿Cuándo reciben pedidos?'))}</p>
    </div>
  `
}
