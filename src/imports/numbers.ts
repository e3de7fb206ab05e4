/** The number style of a column: its decimal separator. */
export type NumberStyle = '.' | ','

/**
 * Detects the style of a whole column from its unambiguous cells: those with both signs, several of one, or other than three
 * digits after one. `1.234` alone is ambiguous, and means thousands where the currency has at most two decimals.
 */
export function numberStyleDetector(currencyDigits: number) {
  const votes = { '.': 0, ',': 0 }
  let first: NumberStyle | null = null
  return {
    add(cell: string) {
      const text = digitsOf(cell)
      const style = styleOf(text)
      if (style) votes[style]++
      if (first === null && /[.,]/.test(text)) first = text.includes('.') ? '.' : ','
    },
    detect(): NumberStyle {
      if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ','
      if (first === null) return '.'
      return currencyDigits > 2 ? first : otherStyle(first)
    },
  }
}

/** Parses the amount in a cell, ignoring its currency; null where it is none, or not in the style of its column. */
export function readAmount(cell: string, style: NumberStyle): number | null {
  const text = digitsOf(cell)
  if (!amounts[style].test(text)) return null
  return Number(text.replaceAll(otherStyle(style), '').replace(style, '.'))
}

const amounts = {
  '.': /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?$/,
  ',': /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d*)?$/,
}

/** The code of the currency that a cell names, as feeds do: `15.00 USD`. */
export const currencyIn = (cell: string): string | null =>
  /(?:^|[\s\d])([A-Z]{3})(?:$|[\s\d])/.exec(cell)?.[1] ?? null

const otherStyle = (style: NumberStyle): NumberStyle => (style === '.' ? ',' : '.')

/** The digits and signs of `$ 1.250,00`, `Q 1,250.00`, `1 250,00`, `15.00 USD`, `1'250.00`. */
const digitsOf = (cell: string) =>
  cell
    .replaceAll(/[\s'’\u00a0\u202f]/g, '')
    .replace(/^(-?)(?:[A-Z]{3}|[A-Z]{0,2}[$€£]|Bs\.?|S\/\.?|[QL₡₲])/i, '$1')
    .replace(/(?:[A-Z]{3}|[A-Z]{0,2}[$€£])$/i, '')

function styleOf(text: string): NumberStyle | null {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points + commas === 0) return null
  const sign = points > 0 ? '.' : ','
  if (points + commas > 1) return otherStyle(sign)
  const [whole = '', behind = ''] = text.replace('-', '').split(sign)
  return behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? null : sign
}
