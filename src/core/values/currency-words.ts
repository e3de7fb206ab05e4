import { currencyDigits, localeOfCurrency } from './currency.ts'
import { fold } from './text.ts'

/** How the currencies of Latin America are written beside amounts, folded and without points and spaces, besides their codes. */
const words: Record<string, string> = {
  ARS: 'ar$ arg$ pesosargentinos',
  BOB: 'bs b$ boliviano bolivianos',
  BRL: 'r$ real reais reales',
  CLP: 'cl$ ch$ pesoschilenos',
  COP: 'co$ col$ pesoscolombianos',
  CRC: '₡ ¢ colon colones',
  DOP: 'rd$ pesosdominicanos',
  EUR: '€ euro euros',
  GBP: '£ libras',
  GTQ: 'q qtz quetzal quetzales',
  HNL: 'l lps lempira lempiras',
  MXN: 'mx$ mex$ mn pesosmexicanos',
  NIO: 'c$ cordoba cordobas',
  PAB: 'b/ balboa balboas',
  PEN: 's/ sol soles',
  PYG: '₲ g gs guarani guaranies',
  SVC: '₡ ¢ colon colones',
  USD: 'us$ u$s u$d u$ usd$ dolar dolares dls dlls',
  UYU: '$u uy$ pesosuruguayos',
  VEF: 'bsf', // 100,000 of them were one of the bolívares that came after
  VES: 'bs bss bsd bolivar bolivares',
}
const pesos = ['ARS', 'CLP', 'COP', 'CUP', 'DOP', 'MXN', 'PHP', 'UYU']

const byWord = new Map<string, Set<string>>(['peso', 'pesos'].map((word) => [word, new Set(pesos)]))
for (const [currency, text] of Object.entries(words))
  for (const word of text.split(' ')) byWord.set(word, (byWord.get(word) ?? new Set()).add(currency))

/** Whose a text beside an amount is: of the currency (`Gs.`, `PYG`, any `$`), of another one, or none's. */
export function ownerOfWord(text: string, currency: string): 'own' | 'other' | 'none' {
  const word = normalized(text)
  if (word === '$' || word === normalized(signOf(currency))) return 'own'
  const code = word.replace(/^\$|\$$/, '').toUpperCase()
  const owners = currencyDigits(code) === undefined ? byWord.get(word) : new Set([code])
  if (!owners) return 'none'
  return owners.has(currency) ? 'own' : 'other'
}

const normalized = (text: string) => fold(text).replaceAll(/[\s.]/g, '')

/** Whether a word can be nothing but a currency: `US$`, `MXN`; an `L` may be a size, and `real` a part of a name. */
export const isCurrencyWord = (text: string): boolean =>
  /[$€£₡₲¢]/.test(text) || Object.hasOwn(words, text.toUpperCase())

export const signOf = (currency: string): string =>
  new Intl.NumberFormat(localeOfCurrency(currency), { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value
