import { issuesIn, userMessage, type ApiError } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Total } from '../../../features/orders/preview-total.ts'
import { cartHref } from '../../../features/catalog/address.ts'
import type { PricedCart } from '../../../features/carts/price-cart.ts'
import { isAvailableInFull } from '../cart.ts'
import type { PaymentChoice } from '../checkout-choices.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { amountMove } from './cart-lines.ts'
import { focusOrder } from './field.ts'

type Shown = {
  shop: Shop
  submitted: CheckoutFields
  cart: PricedCart
  total: Total
  payments: PaymentChoice[]
}

/** Why the order was not placed; what is wrong with a field stands there, and what changed in the cart above this. */
export function refusalNotice(shown: Shown, error: ApiError): Html | null {
  const { status, body } = error
  if (body.code === 'TOTAL_CHANGED') return totalChanges(shown)
  if (body.code === 'DUPLICATE_ORDER') return duplicate(shown.shop, String(body.details?.['orderNumber']))
  if (status !== 400) return html`<p class="notice bad" role="alert">${userMessage(error)}</p>`
  const isToldAbove = (field: string) => field.startsWith('items.') && !isAvailableInFull(shown.cart)
  const issues = issuesIn(error).filter(({ field }) => !isToldAbove(field))
  const isShown = (field: string) =>
    field === 'paymentMethodId' ? shown.payments.length > 1 : [...focusOrder, 'discountCode'].includes(field)
  const rest = issues.filter(({ field }) => !isShown(field))
  if (issues.length === 0) return null
  return html`
    <div class="notice bad" role="alert">
      <p>${t('Revisa tu pedido antes de enviarlo.')}</p>
      ${rest.map(({ message }) => html`<p>${message}</p>`)}
    </div>
  `
}

/** The page's script shows the link to the earlier order, if it was sent from here. */
const duplicate = (shop: Shop, number: string): Html => html`
  <div class="notice" role="alert">
    <p>
      <b>${t('¿Otro igual?')}</b>
      ${t('Ya recibimos este mismo pedido hace un momento: es el {order}.', { order: html`<b>${number}</b>` })}
      ${t('Si quieres otro igual, vuelve a enviarlo en cinco minutos; con otra cantidad puedes pedirlo ya.')}
    </p>
    <p class="actions">
      <a class="button" data-earlier="${number}" hidden>${t('Ver el pedido {order}', { order: number })}</a>
      <a class="button ghost" href="${cartHref(shop, shop.cart)}">${t('Cambiar cantidades')}</a>
    </p>
  </div>
`

/** What the order costs instead of what the form showed, so that it was not placed. */
function totalChanges({ shop: { currency }, submitted, total: { total, shipping, discount } }: Shown): Html {
  const amount = (value: number) => html`<span class="nowrap">${formatAmount(value, currency)}</span>`
  const change = (name: Localized, seen: string, value: number) => {
    const before = Number(seen)
    if (Number.isNaN(before) || before === value) return null
    return html`<li>${amountMove({ name, before: amount(before), now: amount(value) }, value > before)}</li>`
  }
  return html`
    <div class="notice" role="status">
      <p><b>${t('Tu pedido no se envió: el total cambió')}</b></p>
      <ul>
        ${change(t('El envío'), submitted.seenShipping, shipping ?? 0)}
        ${change(t('El descuento'), submitted.seenDiscount, discount ?? 0)}
        ${change(t('El total'), submitted.expectedTotal, total ?? 0)}
      </ul>
      <p>${t('Si estás de acuerdo, envíalo otra vez.')}</p>
    </div>
  `
}
