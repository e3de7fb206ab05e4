import { offsetAt } from '../../core/values/time-zone.ts'

/** The value of a checkbox or switch; any other text is kept, for the API to refuse. */
export function readBoolean(text: string): boolean | string {
  if (['true', 'on', '1'].includes(text)) return true
  return ['false', 'off', '0'].includes(text) ? false : text
}

/**
 * A number as people write it: `1250.5`, `1250,50`, `1.250,50`, `1,250.50`, `Q 1,250`. The last of two different
 * separators is the decimal one. A single one before exactly three digits is a thousands separator, unless the currency
 * has three digits or a zero stands before it: nobody means a thousandth of a peso with `12.990`. A text that is no
 * number stays, for the API to refuse.
 */
export function readNumber(text: string, currencyDigits: number): number | string {
  const digits = text.replaceAll(/[\s\u00a0\u202f']/g, '').replace(/^(-?)(?:[A-Z]{1,3}\$?|\$)/i, '$1')
  const plain = plainNumber(digits, currencyDigits)
  return plain !== null && /^-?\d{1,15}(\.\d{1,15})?$/.test(plain) ? Number(plain) : text
}

function plainNumber(text: string, currencyDigits: number): string | null {
  const [separator] = /[.,](?=[^.,]*$)/.exec(text) ?? []
  if (separator === undefined) return text
  const other = separator === '.' ? ',' : '.'
  const [whole, fraction] = splitLast(text, separator)
  const isGrouped = !text.includes(other) && isGrouping(whole, fraction, separator, currencyDigits)
  if (isGrouped) return ungroup(text, separator)
  const integer = ungroup(whole, other)
  return integer === null ? null : `${integer || '0'}.${fraction}`
}

function isGrouping(whole: string, fraction: string, separator: string, currencyDigits: number): boolean {
  if (whole.includes(separator)) return true
  return fraction.length === 3 && currencyDigits !== 3 && /^-?[1-9]\d{0,2}$/.test(whole)
}

/** A whole number without its thousands separators; null when they are misplaced. */
function ungroup(text: string, separator: string): string | null {
  if (!text.includes(separator)) return text
  const [first = '', ...groups] = text.split(separator)
  const isRight = /^-?\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isRight ? first + groups.join('') : null
}

function splitLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** An instant from a browser's date field, `2026-11-22T10:00` or `2026-11-22`, in the time zone of the store. */
export function toInstant(text: string, timeZone: string): string {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const utc = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(utc)) return text
  // The offset at the guess may be another than at the instant itself, where clocks change in between.
  const guess = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(guess, timeZone)).toISOString()
}

/** The value that a browser's date field shows for an instant, in the time zone of the store. */
export function toDateField(instant: string | null, timeZone: string): string {
  if (instant === null) return ''
  const at = Date.parse(instant)
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}
