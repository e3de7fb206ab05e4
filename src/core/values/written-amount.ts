import { t, type Localized } from '../texts/text.ts'
import { currencyDigits, hasDecimalComma } from './currency.ts'
import { ownerOfWord } from './currency-words.ts'
import { truncated } from './text.ts'
import { readingsOf, withThousands, type NumberStyle } from './written-number.ts'

/** A number that a person wrote, or why it is not taken over, for that person. */
export type Reading = { value: number } | { reason: 'type' | 'invalid' | 'ambiguous'; message: Localized }

/** The number in a reading; null where it is none, or one of two. */
export const valueOf = (reading: Reading): number | null => ('value' in reading ? reading.value : null)

/** How one amount is read, without others beside it. Three decimals are read where the service writes them. */
function styleOfCurrency(currency: string): NumberStyle {
  const digits = currencyDigits(currency) ?? 2
  if (digits <= 2) return withThousands(digits)
  return hasDecimalComma(currency)
    ? { digits, ',': 'decimals', '.': 'either' }
    : { digits, '.': 'decimals', ',': 'either' }
}

/** An amount of a currency as people write it: `1250.5`, `1.250,50`, `Q 1,250`, `$ 1.250.-`, `1.250 pesos`. */
export function readAmount(text: string, currency: string, style = styleOfCurrency(currency)): Reading {
  const { words, number } = amountParts(text)
  const owners = words.map((word) => ownerOfWord(word, currency))
  if (owners.includes('none')) return noAmount(text)
  const foreign = words[owners.indexOf('other')]
  if (foreign !== undefined) {
    const message = t('«{text}» está en otra moneda ({foreign}) y la tienda vende en {currency}', {
      text: shown(text),
      foreign,
      currency,
    })
    return { reason: 'invalid', message }
  }
  return readingIn(text, readingsOf(number, style), currency) ?? noAmount(text)
}

/** A number of units, which may be negative; `1.200` is a thousand and two hundred of them. */
export function readCount(text: string, style = withThousands(0)): Reading {
  const reading = readingIn(text, readingsOf(text, style)) ?? noCount(text)
  return 'value' in reading && !Number.isInteger(reading.value) ? noCount(text) : reading
}

/** A percentage up to `max`, which settles most of what has three digits behind its mark: `12.125` can be no 12,125 %. */
export function readPercentage(text: string, max: number): Reading {
  const found = readingsOf(text.trim().replace(/%$/, ''), { digits: 3, '.': 'either', ',': 'either' })
  const possible = found.length > 1 ? found.filter((value) => Math.abs(value) <= max) : found
  return readingIn(text, possible) ?? noNumber(text)
}

/** The number in the text of an amount, for the style of its column; empty where other words than currencies stand there. */
export function numberOfAmount(text: string, currency: string): string {
  const { words, number } = amountParts(text)
  return words.some((word) => ownerOfWord(word, currency) === 'none') ? '' : number
}

/** Longer than any amount; cells may have half a megabyte. */
const MAX_LENGTH = 60

/** The words of currencies before and after a number. `words` has one that is no currency's where the text is no amount. */
function amountParts(text: string): { words: string[]; number: string } {
  const plain = text.replaceAll(/\p{Cf}/gu, '').trim()
  const found = plain.length <= MAX_LENGTH && pattern.exec(plain)?.groups
  const { sign = '', before = '', minus = '', digits = '', after = '' } = found || {}
  if (digits === '' || (sign && minus)) return { words: [text], number: '' }
  // The point in `Gs.100` ends the abbreviation; that in `$.50` stands before decimals.
  const number = /[\p{L}/]$/u.test(before) && minus === '' ? digits.replace(/^\./, '') : digits
  const end = /[.,]\s*$/.test(number) ? after.replace(/^[-–—]{1,2}/, '') : after // `1.250.-`: no cents
  const words = [before, end].map((word) => word.trim()).filter((word) => word !== '')
  return { words, number: `${sign || minus}${number}` }
}

const pattern =
  /^(?<sign>[-+−]?)\s*(?<before>(?:[^\d\s.,-]\D*?)?)(?<minus>[-−]?)(?<digits>[.,]?\d[\d.,\s'’]*)(?<after>(?:[^\d.,\s'’]\D*)?)$/u

function readingIn(text: string, [value, other]: number[], currency = ''): Reading | null {
  if (value === undefined) return null
  if (other === undefined) return { value }
  const written = (number: number) =>
    hasDecimalComma(currency) ? String(number).replace('.', ',') : String(number)
  return {
    reason: 'ambiguous',
    message: t('«{text}» puede ser {one} o {two}: escribe uno de los dos', {
      text: shown(text),
      one: written(value),
      two: written(other),
    }),
  }
}

const noAmount = (text: string): Reading => ({
  reason: 'type',
  message: t('«{text}» no es un importe', { text: shown(text) }),
})
const noNumber = (text: string): Reading => ({
  reason: 'type',
  message: t('«{text}» no es un número', { text: shown(text) }),
})
const noCount = (text: string): Reading => ({
  reason: 'type',
  message: t('«{text}» no es un número de unidades', { text: shown(text) }),
})

const shown = (text: string) => truncated(text.trim(), 40)
