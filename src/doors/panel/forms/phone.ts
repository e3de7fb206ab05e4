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
  { name: 'Argentina', code: 'AR', currency: 'ARS', calling: '+54' },
  { name: 'Bolivia', code: 'BO', currency: 'BOB', calling: '+591' },
  { name: 'Brasil', code: 'BR', currency: 'BRL', calling: '+55' },
  { name: 'Chile', code: 'CL', currency: 'CLP', calling: '+56' },
  { name: 'Colombia', code: 'CO', currency: 'COP', calling: '+57' },
  { name: 'Costa Rica', code: 'CR', currency: 'CRC', calling: '+506' },
  { name: 'Cuba', code: 'CU', currency: 'CUP', calling: '+53' },
  { name: 'Ecuador', code: 'EC', currency: 'USD', calling: '+593' },
  { name: 'El Salvador', code: 'SV', currency: 'USD', calling: '+503' },
  { name: 'España', code: 'ES', currency: 'EUR', calling: '+34' },
  { name: 'Estados Unidos', code: 'US', currency: 'USD', calling: '+1' },
  { name: 'Guatemala', code: 'GT', currency: 'GTQ', calling: '+502' },
  { name: 'Honduras', code: 'HN', currency: 'HNL', calling: '+504' },
  { name: 'México', code: 'MX', currency: 'MXN', calling: '+52' },
  { name: 'Nicaragua', code: 'NI', currency: 'NIO', calling: '+505' },
  { name: 'Panamá', code: 'PA', currency: 'USD', calling: '+507' },
  { name: 'Paraguay', code: 'PY', currency: 'PYG', calling: '+595' },
  { name: 'Perú', code: 'PE', currency: 'PEN', calling: '+51' },
  { name: 'Puerto Rico', code: 'PR', currency: 'USD', calling: '+1' },
  { name: 'República Dominicana', code: 'DO', currency: 'DOP', calling: '+1' },
  { name: 'Uruguay', code: 'UY', currency: 'UYU', calling: '+598' },
  { name: 'Venezuela', code: 'VE', currency: 'VES', calling: '+58' },
] as const

/** The first supported country in `Accept-Language` (`es-MX,es;q=0.9`), or the default. */
export const countryOf = (languages = ''): string =>
  languages
    .split(',')
    .map((language) => /^\s*[a-z]{2,3}-([a-z]{2})\b/i.exec(language)?.[1]?.toUpperCase())
    .find((code) => countries.some((country) => country.code === code)) ?? 'GT'

const currencyLabel = (currency: string): string =>
  `${capitalised(currencyNames.of(currency) ?? currency)} (${currency})`

const currencyNames = new Intl.DisplayNames('es-419', { type: 'currency' })

export function currencyOptions(all: readonly string[]): { value: string; label: string }[] {
  const ours = new Set<string>(countries.map(({ currency }) => currency))
  const isOurs = (currency: string) => ours.has(currency)
  return all
    .map((value) => ({ value, label: currencyLabel(value) }))
    .toSorted(
      (a, b) => Number(isOurs(b.value)) - Number(isOurs(a.value)) || a.label.localeCompare(b.label, 'es'),
    )
}
