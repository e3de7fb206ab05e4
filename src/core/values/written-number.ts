/** The decimal separator of a number as people write it. */
export type NumberStyle = '.' | ','

/** Parses a number in its style, ignoring a currency: `$ 1.250,00`, `Q 1,250.00`, `15.00 USD`; null where it is none. */
export function parseNumber(text: string, style: NumberStyle): number | null {
  const digits = digitsOf(text)
  if (!patterns[style].test(digits)) return null
  return Number(digits.replaceAll(otherStyle(style), '').replace(style, '.'))
}

const patterns = {
  '.': /^-?(?=[.\d])(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?$/,
  ',': /^-?(?=[,\d])(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d+)?$/,
}

/** The style of a text that tells it: by both signs, several of one, or other than three digits after one. */
export function styleOf(text: string): NumberStyle | null {
  const digits = digitsOf(text)
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (points + commas === 0) return null
  const sign = points > 0 ? '.' : ','
  if (points + commas > 1) return otherStyle(sign)
  const [whole = '', behind = ''] = digits.replace('-', '').split(sign)
  return behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? null : sign
}

/** The style of `12.990`, which tells none: nobody means a thousandth of a peso, unless the currency has three decimals. */
export function ambiguousStyle(text: string, currencyDigits: number): NumberStyle {
  const sign = text.includes(',') ? ',' : '.'
  return currencyDigits > 2 ? sign : otherStyle(sign)
}

const otherStyle = (style: NumberStyle): NumberStyle => (style === '.' ? ',' : '.')

/** Without spaces, apostrophes and a currency. */
const digitsOf = (text: string) =>
  text
    .replaceAll(/[\s'’\u00a0\u202f]/g, '')
    .replace(/^(-?)(?:[A-Z]{3}|[A-Z]{0,2}[$€£]|Bs\.?|S\/\.?|[QL₡₲])/i, '$1')
    .replace(/(?:[A-Z]{3}|[A-Z]{0,2}[$€£])$/i, '')
