import { countryOf, samplePhone } from '../../../core/values/phone.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import { countries } from './phone.ts'

type Placed = Pick<PanelStore, 'whatsappNumber' | 'currency'>

/** What a dollar or a euro is about, in currencies of which one is little. */
const scale: Record<string, number> = {
  ARS: 1000, CLP: 1000, COP: 4000, CRC: 500, CUP: 100, DOP: 50, HNL: 25, MXN: 20, NIO: 35, PYG: 7000, UYU: 40, VES: 100,
} // prettier-ignore

/** An amount for an example, as it would be in the store's currency. */
export const sampleAmount = ({ currency }: Pick<Placed, 'currency'>, amount: number): number =>
  amount * (scale[currency] ?? 1)

/** A phone for an example: of the store's country, which its own number or its currency tells; null where neither does. */
export function samplePhoneOf({ whatsappNumber, currency }: Placed): string | null {
  const own = whatsappNumber ? countryOf(whatsappNumber) : undefined
  const ofCurrency = countries.filter((country) => country.currency === currency)
  const country = own ?? (ofCurrency.length === 1 ? ofCurrency[0]!.code : undefined)
  return (country && samplePhone(country)) ?? null
}
