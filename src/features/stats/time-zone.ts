import { changeBetween, instantOf, offsetAt } from '../../core/values/time-zone.ts'
import type { Range } from './range.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Each part has its offset in seconds. Not by PostgreSQL, whose zones differ: its `+05:00` lies west of Greenwich. */
export function offsetsBetween(zone: string, { from, to }: Range): (Range & { seconds: number })[] {
  const offset = (at: number) => offsetAt(at, zone) / 1000
  const start = Math.floor(from / MINUTE) * MINUTE
  const constantOffsets = [{ from: start, to, seconds: offset(start) }]
  for (let at = start; at < to; at += DAY) {
    const last = constantOffsets.at(-1)!
    if (offset(at + DAY) === last.seconds) continue
    last.to = changeBetween(zone, at, at + DAY)
    constantOffsets.push({ from: last.to, to, seconds: offset(at + DAY) })
  }
  return constantOffsets
}

/** The instant at which a day, `2026-11-22`, begins in a zone. Where clocks jump over midnight, it begins where they land. */
export const midnight = (day: string, zone: string): number => instantOf(Date.parse(`${day}T00:00Z`), zone)
