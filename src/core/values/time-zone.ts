import { LRUCache } from 'lru-cache'
import { locales } from '../texts/language.ts'
import { Formatted, type Localized } from '../texts/text.ts'

/** Whether this is a name of the IANA database; an offset such as `+05:30` is not. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(offsetFormat(name))
  } catch {
    return false
  }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How far a zone's clocks are ahead of UTC at an instant; both in ms. */
export function offsetAt(at: number, zone: string): number {
  const name = offsetFormat(zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name) ?? []
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** As if it were UTC; ms. A time that occurs twice gives its first instant, one that the clocks skip that of the change. */
export function instantOf(local: number, zone: string): number {
  const offsets = [offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)] as const
  const shown = offsets.map((offset) => local - offset).find((at) => at + offsetAt(at, zone) === local)
  return shown ?? changeBetween(zone, local - offsets[1], local - offsets[0])
}

export function changeBetween(zone: string, before: number, after: number): number {
  const old = offsetAt(before, zone)
  let [low, high] = [before, after]
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / MINUTE / 2) * MINUTE
    if (offsetAt(middle, zone) === old) low = middle
    else high = middle
  }
  return high
}

/**
 * Formats of times in a zone. Cached, because making one takes 0.3 ms, which a list of orders would pay in each row; bounded, because
 * callers name the zones. The function it returns throws RangeError for what is not a time zone.
 */
function formatsByZone(localeIn: (timeZone: string) => string, options: Intl.DateTimeFormatOptions) {
  const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })
  return function formatIn(timeZone: string): Intl.DateTimeFormat {
    const known = formats.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat(localeIn(timeZone), { ...options, timeZone })
    formats.set(timeZone, made)
    return made
  }
}

/** An instant as it is written in each language, with the clocks of a zone. */
export function instantFormat(options: Intl.DateTimeFormatOptions) {
  const formats = {
    es: formatsByZone(spanishIn, options),
    pt: formatsByZone(() => locales.pt, options),
    en: formatsByZone(() => locales.en, options),
  }
  return (instant: string, timeZone: string): Localized =>
    new Formatted((language) =>
      formats[language](timeZone)
        .format(new Date(instant))
        .replaceAll(/[\u00a0\u202f]/g, ' '),
    )
}

const offsetFormat = formatsByZone(() => 'en', { timeZoneName: 'longOffset' })

/** The countries that write dates in Spanish each in its own way. */
const countries = 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV US UY VE'.split(' ')

const localeOfZone = new Map(
  countries.flatMap((country) => {
    const locale = new Intl.Locale(`es-${country}`)
    return (locale.getTimeZones() ?? []).map((zone) => [zone, locale.baseName] as const)
  }),
)

/** `es-GT` of `America/Guatemala`; Latin America's, where another language is spoken. */
function spanishIn(timeZone: string): string {
  const { timeZone: zone } = new Intl.DateTimeFormat(locales.es, { timeZone }).resolvedOptions()
  return localeOfZone.get(zone) ?? locales.es
}
