import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { Shipping } from '../shipping.ts'
import type { Shop } from '../shop.ts'

export function shippingChoice(shop: Shop, options: Shipping[], { shippingOptionId }: CheckoutFields): Html {
  const choice = ({ id, name, price, kind, description, estimatedDelivery }: Shipping) => {
    const checked = id === shippingOptionId && html` checked`
    const place = kind === 'pickup' && shop.address
    const more = [place, estimatedDelivery, description].filter(Boolean).join(' · ')
    return html`
      <label class="pick">
        <input type="radio" name="shippingOptionId" value="${id}" data-kind="${kind}"${checked}>
        <span>${name}</span>
        <b>${price === 0 ? 'Gratis' : formatAmount(price, shop.currency)}</b>
        ${more && html`<small>${more}</small>`}
      </label>
    `
  }
  return html`
    <fieldset class="group">
      <legend>¿Cómo lo recibes?</legend>
      ${options.map(choice)}
      ${
        options.length > 1 &&
        html`
        <button class="button ghost" data-plain formaction="/${shop.slug}/pedir/total" formnovalidate>Actualizar el total</button>
      `
      }
    </fieldset>
  `
}
