import { formatsByZone } from '../values/time-zone.ts'

/** `1 producto`, `12 productos`. */
export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The first sentence, or as many whole words as fit, with an ellipsis. @returns null for an empty text */
export function excerpt(text: string | null, max: number): string | null {
  const [line = ''] = (text ?? '').trim().split('\n')
  if (line.length <= max) return line || null
  const [sentence] = /^.+?[.!?](?=\s)/.exec(line) ?? []
  if (sentence && sentence.length <= max) return sentence
  return wholeWords(line, max)
}

export const wholeWords = (text: string, max: number): string =>
  text.length <= max ? text : `${cut(text, max).trimEnd().toWellFormed()}…`

const cut = (text: string, max: number) => text.slice(0, max).replace(/\s\S*$/, '')

const momentIn = formatsByZone('es-419', { dateStyle: 'medium', timeStyle: 'short' })
const longDateIn = formatsByZone('es-419', { dateStyle: 'long' })
const dayIn = formatsByZone('es-419', { dateStyle: 'medium' })
const dayAndMonthIn = formatsByZone('es-419', { day: 'numeric', month: 'long' })

/** `20 nov 2026, 10:21 a. m.`, where the store is. */
export const moment = (instant: string, timeZone: string) => momentIn(timeZone).format(new Date(instant))

/** `20 nov 2026`, where the store is. */
export const dayOf = (instant: string, timeZone: string) => dayIn(timeZone).format(new Date(instant))

/** `12 de marzo de 2026`, where the store is. */
export const longDate = (instant: string, timeZone: string) => longDateIn(timeZone).format(new Date(instant))

/** `12 de marzo`, where the store is. */
export const dayAndMonth = (instant: string, timeZone: string) =>
  dayAndMonthIn(timeZone).format(new Date(instant))
