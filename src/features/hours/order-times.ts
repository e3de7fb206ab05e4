import { isOpen, nextClosing, nextOpening, type Hours, type Schedule } from './hours.ts'

const MINUTE = 60_000
/** ms between the times that can be chosen, and between now and the first one. */
const STEP = 30 * MINUTE
const LEAD = 30 * MINUTE
const MAX_DAYS = 7
/** Enough for a week of long days; a shop that never closes offers the next four days. */
const MAX_TIMES = 200

/**
 * The times that a shopper can choose for an order: half hours in which the shop is open, as instants; none without hours.
 * @param lines the hours of what is ordered: only times in which all of it is sold
 */
export function orderTimes(shop: Schedule, now: number, lines: Hours[] = []): string[] {
  const [first] = lines
  const schedule = { ...shop, hours: shop.hours ?? first ?? null }
  if (schedule.hours === null) return []
  return timesOf(schedule, now).filter((at) => isSoldAt(lines, shop.timeZone, Date.parse(at)))
}

/** Whether all of what has these hours is sold at an instant. */
export const isSoldAt = (lines: Hours[], timeZone: string, at: number): boolean =>
  lines.every((hours) => isOpen({ hours, timeZone, closedUntil: null }, at))

function timesOf(schedule: Schedule, now: number): string[] {
  const times: string[] = []
  const last = now + MAX_DAYS * 24 * 60 * MINUTE
  let at: number | null = stepAfter(now + LEAD)
  while (at !== null && at < last && times.length < MAX_TIMES) {
    if (!isOpen(schedule, at)) {
      const opening = nextOpening(schedule, at)
      at = opening === null || opening <= at ? null : stepAfter(opening)
      if (at !== null && !isOpen(schedule, at)) at += STEP // open for less than a step
      continue
    }
    const closing = nextClosing(schedule, at) ?? last
    for (; at < closing && at < last && times.length < MAX_TIMES; at += STEP)
      times.push(new Date(at).toISOString())
  }
  return times
}

const stepAfter = (at: number) => Math.ceil(at / STEP) * STEP
