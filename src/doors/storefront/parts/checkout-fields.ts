import type { Issue } from '../../../core/errors/errors.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { offsetAt } from '../../../core/values/time-zone.ts'
import { isOpen, type Hours, isSoldAt, orderTimes } from '../../../features/hours/hours.ts'
import type { PricedCart } from '../../../features/carts/price-cart.ts'
import { hourOf, nearDay } from '../../../features/hours/format.ts'
import { MAX_LENGTHS } from '../../../features/orders/order.ts'
import { earliestOf } from '../../../features/shipping/estimate.ts'
import type { CheckoutFields } from '../checkout-form.ts'
import { callingCode } from '../../../core/pages/phone.ts'
import type { Shipping } from '../checkout-choices.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { field, isFirstWrong } from './field.ts'

export function contactFields(shop: Shop, { name, phone }: CheckoutFields, issues: Issue[]): Html {
  const code = callingCode(shop)
  const hint = code ? t('No hace falta escribir el {code}', { code }) : t('Con el código de tu país')
  return html`
    ${field(issues, {
      name: 'name',
      label: t('Tu nombre'),
      value: name,
      autocomplete: 'name',
      max: MAX_LENGTHS.name,
      required: true,
    })}
    ${field(issues, {
      name: 'phone',
      label: t('Tu WhatsApp'),
      hint,
      value: phone,
      type: 'tel',
      autocomplete: 'tel',
      max: 40,
      required: true,
    })}
  `
}

/** The table, which only what is had in the shop needs; a link with `mesa` fills it in by the page's script. */
export function tableField(options: Shipping[], { table }: CheckoutFields, issues: Issue[]): Html | null {
  if (!options.some(({ kind }) => kind === 'here')) return null
  const input = field(issues, {
    name: 'table',
    label: t('Para la mesa'),
    value: table,
    max: MAX_LENGTHS.table,
  })
  return html`<div class="at-table">${input}</div>`
}

/** The address, which only deliveries need; the stylesheet hides it for pickup. */
export function addressField(options: Shipping[], { address }: CheckoutFields, issues: Issue[]): Html | null {
  const kinds = new Set(options.map(({ kind }) => kind))
  if (options.length > 0 && !kinds.has('delivery')) return null
  const hint =
    options.length === 0
      ? t('Opcional si lo recoges tú')
      : kinds.size > 1
        ? t('Si te lo llevamos')
        : undefined
  const input = field(issues, {
    name: 'address',
    label: t('Dirección de entrega'),
    ...(hint && { hint }),
    value: address,
    lines: 2,
    autocomplete: 'street-address',
    max: MAX_LENGTHS.address,
    required: options.length > 0 && kinds.size === 1,
  })
  return html`<div class="deliver">${input}</div>${placeButton}`
}

/** Adds the phone's place to the order; the page's script requests it when the button is pressed. */
const placeButton = html`
  <div class="place deliver" data-place hidden>
    <button type="button" class="button ghost">${t('Agregar mi ubicación')}</button>
    <p class="hint" role="status">${t('Si quieres: ayuda a quien te lo lleva. Solo la ve la tienda.')}</p>
    <input type="hidden" name="location">
  </div>
`

/**
 * When the order is wanted, within the shop's hours and not before the chosen delivery can be there: first the day, then the hour,
 * which stands in a list of its own for each day. The stylesheet shows that of the chosen day.
 */
export function timeField(
  shop: Shop,
  option: Shipping | undefined,
  { cart, wantedAt }: { cart: PricedCart; wantedAt: string },
  issues: Issue[],
): Html {
  const lines = distinct(cart.lines.flatMap(({ hours }) => hours ?? []))
  const days = daysToChoose(shop, option, lines)
  const isSoldNow = isSoldAt(lines, shop.timeZone, Date.now())
  const wrong = issues.find(({ field }) => field === 'wantedAt')?.message ?? ''
  const isChosen = (one: DayToChoose) =>
    one.times.some(({ at }) => at === wantedAt) || (!isSoldNow && wantedAt === '' && one === days[0])
  const isAny = !days.some(({ times }) => times.some(({ at }) => at === wantedAt))
  const field = html`
    <fieldset class="group" id="wantedAt" role="radiogroup" tabindex="-1" aria-describedby="wantedAt-wrong"
      ${wrong !== '' && html` aria-invalid="true"`}>
      <legend>${t('¿Para cuándo?')}</legend>
      <div class="choices days">
        ${
          (isSoldNow || days.length === 0) &&
          html`<label>
          <input type="radio" name="wantedAt" value=""${isAny && html` checked`}${isFirstWrong(issues, 'wantedAt') && html` autofocus`}>
          <span>${isOpen(shop.schedule, Date.now()) ? t('Lo antes posible') : t('Cuando abra')}</span>
        </label>`
        }
        ${days.map((day) => dayChoice(day, isChosen(day), wantedAt))}
      </div>
      <p class="wrong" id="wantedAt-wrong" aria-live="polite">${wrong}</p>
    </fieldset>
  `
  return html`<div id="when">${days.length > 0 && field}</div>`
}

const dayChoice = ({ date, name, times }: DayToChoose, isChosen: boolean, wantedAt: string) => html`
  <label>
    <input type="radio" name="wantedAt" value="${date}"${isChosen && html` checked`}>
    <span>${name}</span>
  </label>
  <select name="hour.${date}" aria-label="${t('Hora, {day}', { day: name })}">
    ${times.map(({ at, hour }) => html`<option value="${at}"${at === wantedAt && html` selected`}>${hour}</option>`)}
  </select>
`

/** Lines of one category have its hours, and each of them is looked up at every time of a week. */
const distinct = (all: Hours[]): Hours[] => [
  ...new Map(all.map((hours) => [JSON.stringify(hours), hours])).values(),
]

type DayToChoose = { date: string; name: Localized; times: { at: string; hour: Localized }[] }

function daysToChoose(
  { schedule, timeZone }: Shop,
  option: Shipping | undefined,
  lines: Hours[],
): DayToChoose[] {
  const now = Date.now()
  const local = (at: number) => new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10)
  const near = new Map([[local(now), t('Hoy')], [local(now + 86_400_000), t('Mañana')]]) // prettier-ignore
  const earliest = earliestOf(option?.estimatedDelivery ?? null, now, timeZone)
  const byDate = Map.groupBy(orderTimes(schedule, earliest, lines), (at) => local(Date.parse(at)))
  return [...byDate].map(([date, times]) => ({
    date,
    name: near.get(date) ?? nearDay(times[0]!, timeZone),
    times: times.map((at) => ({ at, hour: hourOf(at, timeZone) })),
  }))
}

/** The shopper is notified only on request. */
export const notifyField = ({ notifyCustomer }: CheckoutFields): Html => html`
  <label class="pick">
    <input type="checkbox" name="notifyCustomer" value="1"${notifyCustomer !== '' && html` checked`}>
    <span>${t('Avísame por WhatsApp cuando lo confirmen y cuando salga o esté listo')}</span>
  </label>
`

/** Collapsed, because most orders have no note. */
export function notesFields({ notes }: CheckoutFields, issues: Issue[]): Html {
  const isShown = notes !== '' || issues.some(({ field }) => field === 'notes')
  const text = field(issues, {
    name: 'notes',
    label: t('Notas para la tienda'),
    value: notes,
    lines: 2,
    max: MAX_LENGTHS.notes,
  })
  return html`
    <details class="more"${isShown && html` open`}><summary>${t('Agregar una nota')}</summary>${text}</details>
  `
}
