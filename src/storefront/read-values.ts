import { cleanText } from '../core/values/text.ts'

/** The search text of a URL; empty when it can't be searched. */
export function readSearch(value: unknown): string {
  return typeof value === 'string' ? (cleanText(value.slice(0, 80), 'one') ?? '') : ''
}

/** A whole number in bounds from an address or a form; null of anything else. */
export function readInteger(value: unknown, min: number, max: number): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

/** An amount from an address, with a point or a comma before its cents; null of anything else. */
export function readPrice(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : ''
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : null
}
