import { toE164 } from '../../core/values/phone.ts'
import { callingCode } from '../../storefront/phone.ts'
import type { PanelStore } from '../../sessions/lookup.ts'
import { countries } from '../parts/countries.ts'
import { lastOf, type FormFields } from './form-fields.ts'

/** Puts the country's code before a phone that was written without one, where that makes a real number. */
export function completePhone(fields: FormFields, name: string, code: string): void {
  const phone = lastOf(fields, name)?.trim().replace(/^00/, '+') ?? ''
  if (phone !== '' && !phone.startsWith('+')) fields.set(name, [toE164(`${code} ${phone}`) ?? phone])
}

/** The country's code of a store's phones: that of its own number, or of the only country with its currency. */
export function codeOfStore(store: Pick<PanelStore, 'whatsappNumber' | 'currency'>): string {
  const codes = countries.filter(({ currency }) => currency === store.currency).map(({ calling }) => calling)
  return callingCode(store) || (codes.length === 1 ? codes[0]! : '')
}
