import { invalid } from '../errors/errors.ts'

/** The highest price or total, in units of the currency. */
export const MAX_AMOUNT = 999_999_999.99

// ISO 4217: the currencies in use, by the number of digits after the point.
const twoDigits = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
  CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
  NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
  SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`
const noDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const threeDigits = 'BHD IQD JOD KWD LYD OMR TND'

const digits = new Map<string, number>([
  ...codes(twoDigits).map((code) => [code, 2] as const),
  ...codes(noDigits).map((code) => [code, 0] as const),
  ...codes(threeDigits).map((code) => [code, 3] as const),
])

export const currencies = [...digits.keys()].toSorted()

/** Digits after the point of a currency's amounts: 0 for CLP, 2 for MXN; undefined for what is no currency. */
export function currencyDigits(currency: string): number | undefined {
  return digits.get(currency)
}

/** Refuses an amount with more digits after the point than its currency has. @throws 400 `invalid` on `field` */
export function checkAmount(field: string, amount: number | null | undefined, digits: number): void {
  if (amount == null || decimals(amount) <= digits) return
  const allowed = digits === 0 ? 'no lleva decimales' : `lleva como máximo ${digits} decimales`
  throw invalid(field, 'invalid', `El importe ${allowed} en la moneda de la tienda`)
}

/** An amount as a person in Latin America reads it: `Q 1,250.00`, `$ 12.990`. */
export function formatAmount(amount: number, currency: string): string {
  return formatter(currency)
    .format(amount)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
}

// The digits of the shortest decimal that reads back as the same number: what the client wrote.
export function decimals(amount: number): number {
  const [mantissa = '', exponent = '0'] = String(amount).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

const decimalCommas = new Set(['ARS', 'BOB', 'BRL', 'CLP', 'COP', 'CRC', 'EUR', 'PYG', 'UYU', 'VES'])

/** Whether a comma stands before the cents where a currency is used, and a point between thousands. */
export const hasDecimalComma = (currency: string): boolean => decimalCommas.has(currency)

const regions: Record<string, string> = {
  ARS: 'AR', BOB: 'BO', BRL: 'BR', CLP: 'CL', COP: 'CO', CRC: 'CR', DOP: 'DO', EUR: 'ES', GTQ: 'GT', HNL: 'HN',
  MXN: 'MX', NIO: 'NI', PEN: 'PE', PYG: 'PY', USD: 'US', UYU: 'UY', VES: 'VE', PAB: 'PA',
} // prettier-ignore
const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: string): Intl.NumberFormat {
  let made = formatters.get(currency)
  if (!made) {
    const fractionDigits = currencyDigits(currency)
    made = new Intl.NumberFormat(`es-${regions[currency] ?? '419'}`, {
      style: 'currency',
      currency,
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    })
    formatters.set(currency, made)
  }
  return made
}

function codes(text: string): string[] {
  return text.split(/\s+/)
}
