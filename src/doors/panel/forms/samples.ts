import { countryOf, samplePhone } from '../../../core/values/phone.ts'
import type { Location } from '../../../features/orders/order.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import { countries } from './phone.ts'

type Placed = Pick<PanelStore, 'whatsappNumber' | 'currency'>

/** What a dollar or a euro is about, in currencies of which one is little. */
const scale: Record<string, number> = {
  ARS: 1000, CLP: 1000, COP: 4000, CRC: 500, CUP: 100, DOP: 50, HNL: 25, MXN: 20, NIO: 35, PYG: 7000, UYU: 40, VES: 100,
} // prettier-ignore

const capitals: Record<string, [latitude: number, longitude: number]> = {
  AR: [-34.6083, -58.3712], BO: [-16.4957, -68.1335], BR: [-15.7998, -47.8645], CL: [-33.4378, -70.6504], CO: [4.5981, -74.0758],
  CR: [9.9333, -84.0771], CU: [23.1353, -82.3589], DO: [18.4735, -69.8846], EC: [-0.2202, -78.5123], ES: [40.4169, -3.7035],
  GT: [14.6418, -90.5133], HN: [14.1056, -87.2041], MX: [19.4326, -99.1332], NI: [12.1544, -86.2737], PA: [8.9528, -79.5346],
  PE: [-12.0458, -77.0305], PR: [18.4655, -66.1057], PY: [-25.2822, -57.6351], SV: [13.6976, -89.1914], US: [38.8951, -77.0364],
  UY: [-34.9068, -56.1996], VE: [10.5061, -66.9146],
} // prettier-ignore

/** An amount for an example, as it would be in the store's currency. */
export const sampleAmount = ({ currency }: Pick<Placed, 'currency'>, amount: number): number =>
  amount * (scale[currency] ?? 1)

/** A phone for an example: of the store's country, which its own number or its currency tells; null where neither does. */
export function samplePhoneOf(store: Placed): string | null {
  const country = countryOfStore(store)
  return (country && samplePhone(country)) ?? null
}

export function sampleLocationOf(store: Placed): Location | null {
  const [latitude, longitude] = capitals[countryOfStore(store) ?? ''] ?? []
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

function countryOfStore({ whatsappNumber, currency }: Placed) {
  const own = whatsappNumber ? countryOf(whatsappNumber) : undefined
  const ofCurrency = countries.filter((country) => country.currency === currency)
  return own ?? (ofCurrency.length === 1 ? ofCurrency[0]!.code : undefined)
}
