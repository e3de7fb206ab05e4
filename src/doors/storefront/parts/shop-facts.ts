import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { isOpen, nextOpening } from '../../../features/hours/hours.ts'
import { dayAndTime, hourOf, nearDay, weekLines } from '../../../features/hours/format.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

export const takesOrders = ({ schedule, ordersWhileClosed, closedForOrders }: Shop): boolean =>
  (ordersWhileClosed && !(closedForOrders && isClosing(schedule))) || isOpen(schedule, Date.now())

const isClosing = ({ closedUntil }: Shop['schedule']) =>
  closedUntil !== null && Date.parse(closedUntil) > Date.now()

/** While the shop is closed: until when, and whether it takes orders, in a line. Null while it is open. */
export function closedNotice(shop: Shop): Html | null {
  const { schedule, closedMessage } = shop
  const now = Date.now()
  if (isOpen(schedule, now)) return null
  const opening = nextOpening(schedule, now)
  const time = opening && timeText(opening, now, schedule.timeZone)
  const message = isClosing(schedule) ? closedMessage : null
  const state = takesOrders(shop) ? t('Cerrado ahora') : t('Cerrado, sin pedidos')
  return html`
    <p class="closed">
      <b>${message ?? state}</b>${time && html` · ${t('Abre el {time}', { time })}`}
      ${message && !takesOrders(shop) && html` · ${t('Sin pedidos hasta entonces')}`}
    </p>
  `
}

const DAY_MS = 86_400_000

/** Within a week the day's number is enough, and leaves the notice in one line. */
function timeText(opening: number, now: number, timeZone: string): Localized {
  const instant = new Date(opening).toISOString()
  const isSoon = opening - now < 7 * DAY_MS
  return isSoon
    ? joined([nearDay(instant, timeZone), hourOf(instant, timeZone)], ', ')
    : dayAndTime(instant, timeZone)
}

/** Where the shop is, when it is open, and where else it is found. */
export function shopFacts({ address, instagram, schedule }: Shop): Html | null {
  const { hours } = schedule
  if (!address && !instagram && !hours) return null
  const map = address && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
  return html`
    <div class="facts">
      ${hours && html`<dl aria-label="${t('Horario')}">${weekLines(hours).map(line)}</dl>`}
      <ul>
        ${map && html`<li><a href="${map}" rel="nofollow">${address} <small>(${t('mapa')})</small></a></li>`}
        ${instagram && html`<li><a href="https://www.instagram.com/${instagram}/">Instagram: @${instagram}</a></li>`}
      </ul>
    </div>
  `
}

const line = ([days, hours]: [Localized, Wording]) => html`<div><dt>${days}</dt><dd>${hours}</dd></div>`
