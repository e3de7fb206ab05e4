import type { Issue } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { Shipping, ShownArea } from '../checkout-choices.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

export function shippingChoice(
  shop: Shop,
  options: Shipping[],
  { shippingOptionId }: CheckoutFields,
  areas: Html,
): Html {
  const choice = (option: Shipping) => {
    const { id, name, kind, description, estimatedDelivery, hasAreas } = option
    const checked = id === shippingOptionId && html` checked`
    const place = kind === 'pickup' && shop.address
    const more = [place, estimatedDelivery, description].filter(Boolean).join(' · ')
    return html`
      <label class="pick">
        <input type="radio" name="shippingOptionId" value="${id}" data-kind="${kind}"${hasAreas && html` data-areas`}${checked}>
        <span>${name}</span>
        <b>${optionPrice(shop, option)}</b>
        ${more && html`<small>${more}</small>`}
      </label>
    `
  }
  return html`
    <fieldset class="group">
      <legend>${t('¿Cómo lo recibes?')}</legend>
      ${options.map(choice)}
      ${areas}
      ${
        (options.length > 1 || options.some(({ hasAreas }) => hasAreas)) &&
        html`
        <button class="button ghost" data-plain formaction="${shop.base}/pedir/total" formnovalidate>${t('Actualizar el total')}</button>
      `
      }
    </fieldset>
  `
}

/**
 * Where the order goes, with what the delivery there costs: a list, which the page's script makes searchable. Not required by the
 * browser: without JavaScript another option may be chosen, which has no areas.
 */
export function areaChoice(
  shop: Shop,
  areas: ShownArea[],
  { areaId, shippingOptionId }: CheckoutFields,
  issues: Issue[],
): Html {
  const wrong = issues.find(({ field }) => field === 'areaId')?.message ?? ''
  const option = ({ id, name, price }: ShownArea) => html`
    <option value="${id}"${id === areaId && html` selected`}>${name} · ${priceText(shop, price)}</option>
  `
  const field = html`
    <div class="field">
      <label for="areaId">${t('¿A qué zona va?')}</label>
      <select id="areaId" name="areaId" autocomplete="off" data-codes="${shop.base}/pedir/zonas?envio=${shippingOptionId}"
        aria-describedby="areaId-wrong"${wrong !== '' && html` aria-invalid="true" autofocus`}>
        <option value="">${t('Elige tu zona')}</option>
        ${areas.map(option)}
      </select>
      <p class="wrong" id="areaId-wrong" aria-live="polite">${wrong}</p>
    </div>
  `
  return html`<div id="area">${areas.length > 0 && field}</div>`
}

/** The lowest price of an option's areas, until one of them is chosen. */
const optionPrice = (shop: Shop, { price, hasAreas }: Shipping): Wording =>
  hasAreas && price > 0
    ? t('Desde {amount}', { amount: priceText(shop, price) })
    : hasAreas
      ? t('Según la zona')
      : priceText(shop, price)

const priceText = ({ currency }: Shop, price: number): Wording =>
  price === 0 ? t('Gratis') : formatAmount(price, currency)
