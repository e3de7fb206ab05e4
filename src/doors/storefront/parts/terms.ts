import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import type { PaymentChoice, Shipping } from '../checkout-choices.ts'

/** How an order arrives and is paid, before the checkout asks; null where the shop says neither. */
export function terms(shop: Shop, shipping: Shipping[], payments: PaymentChoice[]): Html | null {
  const delivery = [sent(shop, shipping), pickedUp(shipping)].filter((one) => one !== null)
  if (delivery.length === 0 && payments.length === 0) return null
  return html`
    <dl class="terms">
      ${delivery.length > 0 && row(t('Entrega'), joined(delivery, ' · '))}
      ${payments.length > 0 && row(t('Pago'), payments.map(({ name }) => name).join(' · '))}
    </dl>
  `
}

const row = (name: Localized, text: Wording) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`

/** `Envío desde ₡2 500, gratis desde ₡60 000` */
function sent({ currency, freeShippingFrom }: Shop, shipping: Shipping[]): Wording | null {
  const options = shipping.filter(({ kind }) => kind === 'delivery')
  if (options.length === 0) return null
  if (options.every(({ costs }) => !costs)) return t('Envío gratis')
  const price = formatAmount(Math.min(...options.map((option) => option.price)), currency)
  const isOne = options.length === 1 && !options[0]!.hasAreas
  const cost = isOne ? t('Envío {price}', { price }) : t('Envío desde {price}', { price })
  if (freeShippingFrom === null) return cost
  return joined(
    [cost, t('gratis desde {amount}', { amount: formatAmount(freeShippingFrom, currency) })],
    ', ',
  )
}

function pickedUp(shipping: Shipping[]): Wording | null {
  const option = shipping.find(({ kind }) => kind === 'pickup')
  if (!option) return null
  return option.costs ? option.name : t('{name}, gratis', { name: option.name })
}
