import { formatAmount } from '../../../core/values/money.ts'
import type { Issue } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { discountError } from '../../../features/orders/errors.ts'
import { MAX_LENGTHS } from '../../../features/orders/order.ts'
import { lineValue } from '../../../features/catalog/address.ts'
import type { Total } from '../../../features/orders/preview-total.ts'
import type { PricedCart, PricedLine } from '../../../features/carts/price-cart.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { Shipping } from '../checkout-choices.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { orderedLines, sums, sumsWithoutArea } from './cart-lines.ts'
import { field } from './field.ts'

/** The lines, the field for a discount code where there are any, and the total; not that of another delivery than the chosen. */
export const checkoutSummary = (
  shop: Shop,
  cart: PricedCart,
  total: Total,
  chosen: Shipping | undefined,
  code: Html | false,
): Html => html`
  ${orderedLines(shop, cart.lines)}${code}
  <p class="stale" data-plain>${t('Cambiaste la entrega: toca «Actualizar el total» para ver cuánto es.')}</p>
  ${chosen?.hasAreas && total.shipping === null ? sumsWithoutArea(shop.currency, total) : sums(shop.currency, total)}
`

/** How much it is so far, at the head of the page. */
export function shortSum(
  shop: Shop,
  { lines }: PricedCart,
  total: Total,
  chosen: Shipping | undefined,
): Html {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isOpen = chosen?.hasAreas && total.shipping === null
  const amount = isOpen ? total.subtotal : total.total
  const sum = amount === null ? null : html`<b>${formatAmount(amount, shop.currency)}</b>`
  return html`
    <p class="muted" id="sum">
      ${t('{count, plural, one {{count} artículo} other {{count} artículos}}', { count })}
      ${sum && html` · ${isOpen ? t('{sum} y el envío', { sum }) : sum}`}
    </p>
  `
}

/** The total as a field of the form: no other is charged. With its parts, so that the page can say which one changed. */
export const seenFields = ({ total, shipping, discount }: Total): Html => html`
  <input type="hidden" name="expectedTotal" value="${total}">
  <input type="hidden" name="seenShipping" value="${shipping}">
  <input type="hidden" name="seenDiscount" value="${discount}">
`

export const lineFields = (lines: PricedLine[]): Html[] =>
  lines.map(
    (line) => html`
      <input type="hidden" name="v" value="${lineValue({ ...line, seenPrice: line.listPrice })}">
      <input type="hidden" name="n" value="${line.quantity}">
    `,
  )

export function codeField(
  shop: Shop,
  { discountCode }: CheckoutFields,
  { codeError }: Total,
  issues: Issue[],
): Html {
  const found = codeError
    ? [{ field: 'discountCode', reason: codeError.reason, message: discountError(codeError) }]
    : issues
  const code = field(found, {
    name: 'discountCode',
    label: t('Código de descuento'),
    value: discountCode,
    max: MAX_LENGTHS.discountCode,
    autocomplete: 'off',
  })
  return html`
    <div class="row">
      ${code}
      <button class="button ghost" formaction="${shop.base}/pedir/total" formnovalidate data-total>${t('Aplicar')}</button>
    </div>
  `
}
