import type { Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { isOpen } from '../../hours/hours.ts'
import { orderTimes } from '../../hours/order-times.ts'
import { dayAndHour } from '../../hours/format.ts'
import { MAX_LENGTHS } from '../../orders/order.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import { callingCode } from '../../pages/phone.ts'
import type { Shipping } from '../shipping.ts'
import type { Shop } from '../shop.ts'
import { optionPrice, placeButton } from './area-choice.ts'
import { field, isFirstWrong } from './field.ts'

export function contactFields(shop: Shop, { name, phone }: CheckoutFields, issues: Issue[]): Html {
  const code = callingCode(shop)
  const hint = code ? `No hace falta escribir el ${code}` : 'Con el código de tu país'
  return html`
    ${field(issues, {
      name: 'name',
      label: 'Tu nombre',
      value: name,
      autocomplete: 'name',
      max: MAX_LENGTHS.name,
      required: true,
    })}
    ${field(issues, {
      name: 'phone',
      label: 'Tu WhatsApp',
      hint,
      value: phone,
      type: 'tel',
      autocomplete: 'tel',
      max: 40,
      required: true,
    })}
  `
}

/** The address, which only deliveries need; the stylesheet hides it for pickup. */
export function addressField(options: Shipping[], { address }: CheckoutFields, issues: Issue[]): Html | null {
  const kinds = new Set(options.map(({ kind }) => kind))
  if (options.length > 0 && !kinds.has('delivery')) return null
  const hint =
    options.length === 0 ? 'Opcional si lo recoges tú' : kinds.has('pickup') ? 'Si te lo llevamos' : undefined
  const input = field(issues, {
    name: 'address',
    label: 'Dirección de entrega',
    ...(hint && { hint }),
    value: address,
    lines: 2,
    autocomplete: 'street-address',
    max: MAX_LENGTHS.address,
    required: options.length > 0 && !kinds.has('pickup'),
  })
  return html`<div class="deliver">${input}</div>${placeButton}`
}

/** The time to order for, within the shop's hours. */
export function timeField(shop: Shop, { wantedAt }: CheckoutFields, issues: Issue[]): Html | null {
  const times = orderTimes(shop.schedule, Date.now()).map((at) => ({ at, ...dayAndHour(at, shop.timeZone) }))
  if (times.length === 0) return null
  const wrong = issues.find(({ field }) => field === 'wantedAt')?.message ?? ''
  const days = [...Map.groupBy(times, ({ day }) => day)].map(([day, hours]) => {
    const short = day.split(' ', 2).join(' ') // what is chosen stands alone, without its group
    const options = hours.map(
      ({ at, hour }) =>
        html`<option value="${at}"${at === wantedAt && html` selected`}>${short}, ${hour}</option>`,
    )
    return html`<optgroup label="${day}">${options}</optgroup>`
  })
  return html`
    <div class="field">
      <label for="wantedAt">¿Para cuándo?</label>
      <select id="wantedAt" name="wantedAt" aria-describedby="wantedAt-wrong"
        ${wrong !== '' && html` aria-invalid="true"`}${isFirstWrong(issues, 'wantedAt') && html` autofocus`}>
        <option value="">${isOpen(shop.schedule, Date.now()) ? 'Lo antes posible' : 'Cuando abra'}</option>
        ${days}
      </select>
      <p class="wrong" id="wantedAt-wrong" aria-live="polite">${wrong}</p>
    </div>
  `
}

/** The shopper is notified only on request. */
export const notifyField = ({ notifyCustomer }: CheckoutFields): Html => html`
  <label class="pick">
    <input type="checkbox" name="notifyCustomer" value="1"${notifyCustomer !== '' && html` checked`}>
    <span>Avísame por WhatsApp cuando lo confirmen y cuando salga o esté listo</span>
  </label>
`

/** Collapsed, because most orders have no note. */
export function notesFields({ notes }: CheckoutFields, issues: Issue[]): Html {
  const isShown = notes !== '' || issues.some(({ field }) => field === 'notes')
  const text = field(issues, {
    name: 'notes',
    label: 'Notas para la tienda',
    value: notes,
    lines: 2,
    max: MAX_LENGTHS.notes,
  })
  return html`
    <details class="more"${isShown && html` open`}><summary>Agregar una nota</summary>${text}</details>
  `
}

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
      <legend>¿Cómo lo recibes?</legend>
      ${options.map(choice)}
      ${areas}
      ${
        (options.length > 1 || options.some(({ hasAreas }) => hasAreas)) &&
        html`
        <button class="button ghost" data-plain formaction="${shop.base}/pedir/total" formnovalidate>Actualizar el total</button>
      `
      }
    </fieldset>
  `
}
