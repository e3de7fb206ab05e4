import { html, type Html } from '../../../core/http/html.ts'
import { isOpen, nextOpening } from '../../../features/hours/hours.ts'
import { opensText, weekLines } from '../../../features/hours/format.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

export const takesOrders = ({ schedule, ordersWhileClosed, closedForOrders }: Shop): boolean =>
  (ordersWhileClosed && !(closedForOrders && isClosing(schedule))) || isOpen(schedule, Date.now())

/** Whether `closedUntil` is yet to come. */
const isClosing = ({ closedUntil }: Shop['schedule']) =>
  closedUntil !== null && Date.parse(closedUntil) > Date.now()

/** While the shop is closed: until when, and whether it takes orders, in a line. Null while it is open. */
export function closedNotice(shop: Shop): Html | null {
  const { schedule, closedMessage } = shop
  const now = Date.now()
  if (isOpen(schedule, now)) return null
  const opening = nextOpening(schedule, now)
  const opens = opening === null ? '' : opensSoonText(opening, now, schedule.timeZone)
  const message = isClosing(schedule) ? closedMessage : null
  const state = takesOrders(shop) ? 'Cerrado ahora' : 'Cerrado, sin pedidos'
  return html`
    <p class="closed">
      <b>${message ?? state}</b>${opens && ` · ${opens}`}${message && !takesOrders(shop) && ' · Sin pedidos hasta entonces'}
    </p>
  `
}

const DAY_MS = 86_400_000

/** Within a week the day's number is enough, and leaves the notice in one line. */
function opensSoonText(opening: number, now: number, timeZone: string): string {
  const text = opensText(new Date(opening).toISOString(), timeZone)
  return opening - now < 7 * DAY_MS ? text.replace(/ de \p{L}+,/u, ',') : text
}

/** Where the shop is, when it is open, and where else it is found. */
export function shopFacts({ address, instagram, schedule }: Shop): Html | null {
  const { hours } = schedule
  if (!address && !instagram && !hours) return null
  const map = address && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
  return html`
    <div class="facts">
      ${hours && html`<dl aria-label="Horario">${weekLines(hours).map(line)}</dl>`}
      <ul>
        ${map && html`<li><a href="${map}" rel="nofollow">${address} <small>(mapa)</small></a></li>`}
        ${instagram && html`<li><a href="https://www.instagram.com/${instagram}/">Instagram: @${instagram}</a></li>`}
      </ul>
    </div>
  `
}

const line = ([days, hours]: [string, string]) => html`<div><dt>${days}</dt><dd>${hours}</dd></div>`
