import { locales, type Language } from '../../../core/texts/language.ts'
import { toE164In } from '../../../core/values/phone.ts'
import { capitalised } from '../../../core/values/text.ts'
import { callingCode } from '../../../core/pages/phone.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import { lastOf, type FormFields } from './form-fields.ts'

/** Puts the country's code before a phone that was written without one, where that makes a real number. */
export function completePhone(fields: FormFields, name: string, code: string): void {
  const phone = lastOf(fields, name)
  if (phone) fields.set(name, [toE164In(code, phone) ?? phone])
}

export function codeOfStore(store: Pick<PanelStore, 'whatsappNumber' | 'currency'>): string {
  const codes = countries.filter(({ currency }) => currency === store.currency).map(({ calling }) => calling)
  return callingCode(store) || (codes.length === 1 ? codes[0]! : '')
}

export const countries = [
  { code: 'AR', currency: 'ARS', calling: '+54' },
  { code: 'BO', currency: 'BOB', calling: '+591' },
  { code: 'BR', currency: 'BRL', calling: '+55' },
  { code: 'CL', currency: 'CLP', calling: '+56' },
  { code: 'CO', currency: 'COP', calling: '+57' },
  { code: 'CR', currency: 'CRC', calling: '+506' },
  { code: 'CU', currency: 'CUP', calling: '+53' },
  { code: 'EC', currency: 'USD', calling: '+593' },
  { code: 'SV', currency: 'USD', calling: '+503' },
  { code: 'ES', currency: 'EUR', calling: '+34' },
  { code: 'US', currency: 'USD', calling: '+1' },
  { code: 'GT', currency: 'GTQ', calling: '+502' },
  { code: 'HN', currency: 'HNL', calling: '+504' },
  { code: 'MX', currency: 'MXN', calling: '+52' },
  { code: 'NI', currency: 'NIO', calling: '+505' },
  { code: 'PA', currency: 'USD', calling: '+507' },
  { code: 'PY', currency: 'PYG', calling: '+595' },
  { code: 'PE', currency: 'PEN', calling: '+51' },
  { code: 'PR', currency: 'USD', calling: '+1' },
  { code: 'DO', currency: 'DOP', calling: '+1' },
  { code: 'UY', currency: 'UYU', calling: '+598' },
  { code: 'VE', currency: 'VES', calling: '+58' },
] as const

/** The first supported country in `Accept-Language` (`es-MX,es;q=0.9`), or the default. */
export const countryOf = (languages = ''): string =>
  languages
    .split(',')
    .map((language) => /^\s*[a-z]{2,3}-([a-z]{2})\b/i.exec(language)?.[1]?.toUpperCase())
    .find((code) => countries.some((country) => country.code === code)) ?? 'GT'

const namesIn = (type: 'currency' | 'region') => ({
  es: new Intl.DisplayNames(locales.es, { type }),
  pt: new Intl.DisplayNames(locales.pt, { type }),
  en: new Intl.DisplayNames(locales.en, { type }),
})
const countryNames = namesIn('region')
const currencyNames = namesIn('currency')

export const countryOptions = (language: Language) =>
  countries
    .map(({ code }) => ({ value: code, label: countryNames[language].of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))

const currencyLabel = (currency: string, language: Language) =>
  `${capitalised(currencyNames[language].of(currency) ?? currency)} (${currency})`

/** The currencies of the offered countries come first. */
export const currencyOptions = (all: readonly string[]) => (language: Language) => {
  const ours = new Set<string>(countries.map(({ currency }) => currency))
  return all
    .map((value) => ({ value, label: currencyLabel(value, language) }))
    .toSorted(
      (a, b) =>
        Number(ours.has(b.value)) - Number(ours.has(a.value)) || a.label.localeCompare(b.label, language),
    )
}
