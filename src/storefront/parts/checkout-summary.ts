import type { Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { discountRefusal } from '../../orders/refusal.ts'
import { MAX_LENGTHS } from '../../orders/order.ts'
import type { PricedCart, Total } from '../cart.ts'
import type { Typed } from '../checkout-form.ts'
import type { Shop } from '../shop.ts'
import { shortLines, sums } from './cart-lines.ts'
import { field } from './field.ts'

/** What is bought, the field for a code, and what it comes to. */
export function checkoutSummary(
  shop: Shop,
  cart: PricedCart,
  { discountCode }: Typed,
  total: Total,
  issues: Issue[],
): Html {
  const refused = total.refused
    ? [{ field: 'discountCode', reason: total.refused.reason, message: discountRefusal(total.refused) }]
    : issues
  const code = field(refused, {
    name: 'discountCode',
    label: 'Código de descuento',
    value: discountCode,
    max: MAX_LENGTHS.discountCode,
    autocomplete: 'off',
  })
  return html`
    ${shortLines(shop.currency, cart.lines)}
    <div class="row">
      ${code}
      <button class="button ghost" formaction="/${shop.slug}/pedir/total" formnovalidate data-total>Aplicar</button>
    </div>
    ${sums(shop.currency, total)}
  `
}
