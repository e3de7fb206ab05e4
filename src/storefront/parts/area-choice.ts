import type { Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import type { Shipping, ShownArea } from '../checkout-choices.ts'
import type { Shop } from '../shop.ts'

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
      <label for="areaId">¿A qué zona va?</label>
      <select id="areaId" name="areaId" autocomplete="off" data-codes="${shop.base}/pedir/zonas?envio=${shippingOptionId}"
        aria-describedby="areaId-wrong"${wrong !== '' && html` aria-invalid="true" autofocus`}>
        <option value="">Elige tu zona</option>
        ${areas.map(option)}
      </select>
      <p class="wrong" id="areaId-wrong" aria-live="polite">${wrong}</p>
    </div>
  `
  return html`<div id="area">${areas.length > 0 && field}</div>`
}

/** The lowest price of an option's areas, until one of them is chosen. */
export const optionPrice = (shop: Shop, { price, hasAreas }: Shipping): string =>
  hasAreas && price > 0
    ? `Desde ${priceText(shop, price)}`
    : hasAreas
      ? 'Según la zona'
      : priceText(shop, price)

const priceText = ({ currency }: Shop, price: number) =>
  price === 0 ? 'Gratis' : formatAmount(price, currency)

/** Adds the phone's place to the order; the page's script requests it when the button is pressed. */
export const placeButton = html`
  <div class="place deliver" data-place hidden>
    <button type="button" class="button ghost">Agregar mi ubicación</button>
    <p class="hint" role="status">Si quieres: ayuda a quien te lo lleva. Solo la ve la tienda.</p>
  </div>
`
