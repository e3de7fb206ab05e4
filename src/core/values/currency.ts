// ISO 4217: the currencies in use, by the number of digits after the point.
const twoDigits = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
  CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
  NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
  SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`
const noDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const threeDigits = 'BHD IQD JOD KWD LYD OMR TND'

const digits = new Map<string, number>([
  ...codesIn(twoDigits).map((code) => [code, 2] as const),
  ...codesIn(noDigits).map((code) => [code, 0] as const),
  ...codesIn(threeDigits).map((code) => [code, 3] as const),
])

export const currencies = [...digits.keys()].toSorted()

/** Digits after the point of a currency's amounts: 0 for CLP, 2 for MXN; undefined for what is no currency. */
export function currencyDigits(currency: string): number | undefined {
  return digits.get(currency)
}

type Conventions = {
  region: string
  language?: 'pt'
  timeZone?: string
  decimalComma?: true
  hideZeroCents?: true
}

/** Conventions where a currency is used: the locale of its amounts, the time zone, the decimal separator. */
const conventions: Record<string, Conventions> = {
  ARS: { region: 'AR', timeZone: 'America/Argentina/Buenos_Aires', decimalComma: true, hideZeroCents: true },
  BOB: { region: 'BO', timeZone: 'America/La_Paz', decimalComma: true },
  BRL: { region: 'BR', language: 'pt', timeZone: 'America/Sao_Paulo', decimalComma: true },
  CLP: { region: 'CL', timeZone: 'America/Santiago', decimalComma: true },
  COP: { region: 'CO', timeZone: 'America/Bogota', decimalComma: true, hideZeroCents: true },
  CRC: { region: 'CR', timeZone: 'America/Costa_Rica', decimalComma: true, hideZeroCents: true },
  DOP: { region: 'DO', timeZone: 'America/Santo_Domingo' },
  EUR: { region: 'ES', timeZone: 'Europe/Madrid', decimalComma: true },
  GTQ: { region: 'GT', timeZone: 'America/Guatemala' },
  HNL: { region: 'HN', timeZone: 'America/Tegucigalpa' },
  MXN: { region: 'MX', timeZone: 'America/Mexico_City' },
  NIO: { region: 'NI', timeZone: 'America/Managua' },
  PAB: { region: 'PA' },
  PEN: { region: 'PE', timeZone: 'America/Lima' },
  PYG: { region: 'PY', timeZone: 'America/Asuncion', decimalComma: true },
  USD: { region: 'US', timeZone: 'America/New_York' },
  UYU: { region: 'UY', timeZone: 'America/Montevideo', decimalComma: true, hideZeroCents: true },
  VES: { region: 'VE', timeZone: 'America/Caracas', decimalComma: true },
}

/** The locale that formats a currency's amounts: `es-GT`; `es-419`, Latin America, for a currency from elsewhere. */
export function localeOfCurrency(currency: string): string {
  const { language = 'es', region = '419' } = conventions[currency] ?? {}
  return `${language}-${region}`
}

export const hidesZeroCents = (currency: string): boolean => conventions[currency]?.hideZeroCents ?? false

export const timeZoneOfCurrency = (currency: string): string => conventions[currency]?.timeZone ?? 'UTC'

/** Whether amounts are written with a decimal comma where a currency is used, and a point between thousands. */
export const hasDecimalComma = (currency: string): boolean => conventions[currency]?.decimalComma ?? false

function codesIn(text: string): string[] {
  return text.split(/\s+/)
}
