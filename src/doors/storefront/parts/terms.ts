import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import type { PaymentChoice, Shipping } from '../checkout-choices.ts'

/** How an order arrives and is paid, before the checkout asks; null where the shop says neither. */
export function terms(shop: Shop, shipping: Shipping[], payments: PaymentChoice[]): Html | null {
  const delivery = [sent(shop, shipping), pickedUp(shipping)].filter(Boolean).join(' · ')
  if (!delivery && payments.length === 0) return null
  return html`
    <dl class="terms">
      ${delivery && row('Entrega', delivery)}
      ${payments.length > 0 && row('Pago', payments.map(({ name }) => name).join(' · '))}
    </dl>
  `
}

const row = (name: string, text: string) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`

/** `Envío desde ₡2 500, gratis desde ₡60 000` */
function sent({ currency, freeShippingFrom }: Shop, shipping: Shipping[]): string {
  const options = shipping.filter(({ kind }) => kind === 'delivery')
  if (options.length === 0) return ''
  const amount = (value: number) => formatAmount(value, currency)
  const lowest = Math.min(...options.map(({ price }) => price))
  if (options.every(({ costs }) => !costs)) return 'Envío gratis'
  const isOne = options.length === 1 && !options[0]!.hasAreas
  const cost = lowest === 0 ? 'Envío' : `Envío ${isOne ? '' : 'desde '}${amount(lowest)}`
  return freeShippingFrom === null ? cost : `${cost}, gratis desde ${amount(freeShippingFrom)}`
}

function pickedUp(shipping: Shipping[]): string {
  const option = shipping.find(({ kind }) => kind === 'pickup')
  if (!option) return ''
  return option.costs ? option.name : `${option.name}, gratis`
}
