import { LRUCache } from 'lru-cache'
import type { Range } from './range.ts'

/** Whether this is a name of the IANA database; a bare offset such as `+05:30` is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(offsetFormat(name))
  } catch {
    return false
  }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The stretches of a range in which the zone keeps one offset from UTC, in seconds. */
export function offsetsBetween(zone: string, { from, to }: Range): (Range & { seconds: number })[] {
  const format = offsetFormat(zone)
  const offset = (at: number) => secondsOf(format, at)
  const start = Math.floor(from / MINUTE) * MINUTE
  const stretches = [{ from: start, to, seconds: offset(start) }]
  for (let at = start; at < to; at += DAY) {
    const last = stretches.at(-1)!
    if (offset(at + DAY) === last.seconds) continue
    last.to = changeBetween(offset, at, at + DAY)
    stretches.push({ from: last.to, to, seconds: offset(at + DAY) })
  }
  return stretches
}

/** The instant at which a day, `2026-11-22`, begins in a zone. Where clocks jump over midnight, it begins where they land. */
export function midnight(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00Z`)
  const stretches = offsetsBetween(zone, { from: asUtc - DAY, to: asUtc + DAY })
  for (const { from, to, seconds } of stretches) {
    const at = asUtc - seconds * 1000
    if (at >= from && at < to) return at
  }
  return stretches.at(-1)!.from
}

/** The minute at which the offset changes. */
function changeBetween(offset: (at: number) => number, before: number, after: number): number {
  const old = offset(before)
  let [low, high] = [before, after]
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / MINUTE / 2) * MINUTE
    if (offset(middle) === old) low = middle
    else high = middle
  }
  return high
}

/** Making one takes longer than a page; callers may name zones of their own. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

/** @throws RangeError of what is no zone */
function offsetFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, made)
  return made
}

function secondsOf(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}
