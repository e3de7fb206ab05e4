import { instantFormat } from '../values/time-zone.ts'
import { locales } from '../texts/language.ts'
import { Formatted, wordingIn, type Wording } from '../texts/text.ts'
import { capitalised } from '../values/text.ts'

/** With a capital letter. */
export const titled = (wording: Wording) =>
  new Formatted((language) => capitalised(wordingIn(wording, language)))

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

const decimals = {
  es: new Intl.NumberFormat(locales.es),
  pt: new Intl.NumberFormat(locales.pt),
  en: new Intl.NumberFormat(locales.en),
}

/** `4.5`, in Portuguese `4,5`. */
export const decimal = (value: number) => new Formatted((language) => decimals[language].format(value))

/** `20 %`, which only Spanish writes with a space. */
export const percentage = (value: number) =>
  new Formatted((language) => (language === 'es' ? `${value}\u00a0%` : `${value}%`))

/** With the month in letters: in some countries `dateStyle: 'medium'` is `11/02/2026`, in others `02-11-2026`. */
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** `20 nov 2026, 10:21 a. m.`, where the store is. */
export const moment = instantFormat({ ...day, hour: 'numeric', minute: '2-digit' })

/** `20 nov 2026`, where the store is. */
export const dayOf = instantFormat(day)

/** `12 de marzo de 2026`, where the store is. */
export const longDate = instantFormat({ dateStyle: 'long' })

/** `12 de marzo`, where the store is. */
export const dayAndMonth = instantFormat({ day: 'numeric', month: 'long' })
