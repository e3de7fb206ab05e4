import type { Issue } from '../core/errors/errors.ts'
import { truncated } from '../core/values/text.ts'
import { ambiguousStyle, parseNumber, styleOf, type NumberStyle } from '../core/values/written-number.ts'
import type { Amount } from './columns.ts'
import type { ProductFile, Row } from './draft.ts'

const trueWords = new Set([
  'true', '1', 'si', 'sí', 'yes', 'verdadero', 'x', 'active', 'activo', 'publicado', 'visible', 'sim',
]) // prettier-ignore
const falseWords = new Set([
  'false', '0', '-1', 'no', 'falso', 'draft', 'archived', 'unlisted', 'inactivo', 'oculto', 'hidden', 'borrador', 'não',
]) // prettier-ignore

export function parseBoolean(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase() ?? ''
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : undefined
}

export function parseAmountCell({ line, cells }: Row, field: Amount, file: ProductFile, issues: Issue[]) {
  const cell = cells[field]
  if (!cell) return undefined
  const amount = readAmount(cell, file.styles[field] ?? '.')
  const currency = currencyIn(cell)
  if (amount === null) {
    issues.push({
      field,
      reason: 'type',
      message: `«${truncated(cell, 40)}» no es un importe (línea ${line})`,
    })
  } else if (currency && currency !== file.currency) {
    const message = `El importe está en ${currency} y la tienda vende en ${file.currency} (línea ${line})`
    issues.push({ field, reason: 'invalid', message })
  }
  return amount ?? undefined
}

/** The stock in a cell: null where it is not tracked, undefined where the file does not say. Negative stock becomes 0. */
export function parseStockCell(
  { line, cells: { stock, stockTracker } }: Row,
  { styles }: ProductFile,
  issues: Issue[],
): number | null | undefined {
  if (stock === undefined) return undefined
  if (stock === '' || stockTracker === '') return null
  const count = readAmount(stock, styles.stock ?? '.')
  if (count !== null && Number.isInteger(count)) return Math.max(0, count)
  const message = `«${truncated(stock, 40)}» no es un número de unidades (línea ${line})`
  issues.push({ field: 'stock', reason: 'type', message })
  return undefined
}

/** Detects the style of a whole column from the cells that tell it. */
export function numberStyleDetector(currencyDigits: number) {
  const votes = { '.': 0, ',': 0 }
  let first: string | null = null
  return {
    add(cell: string) {
      const style = styleOf(cell)
      if (style) votes[style]++
      if (/\d[.,]/.test(cell)) first ??= cell
    },
    detect(): NumberStyle {
      if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ','
      return first === null ? '.' : ambiguousStyle(first, currencyDigits)
    },
  }
}

/** Parses the amount in a cell, also `12.`, as spreadsheets write 12 where they show decimals only if there are some. */
export const readAmount = (cell: string, style: NumberStyle): number | null =>
  parseNumber(cell.replace(/[.,]$/, ''), style)

/** The code of the currency that a cell names, as feeds do: `15.00 USD`. */
const currencyIn = (cell: string): string | null =>
  /(?:^|[\s\d])([A-Z]{3})(?:$|[\s\d])/.exec(cell)?.[1] ?? null

/** The most pictures read from one cell: several times a product's maximum. */
const MAX_URLS = 50

/** The addresses in a cell, separated by line breaks, spaces, commas or bars. Those with http become https. */
export const urlsIn = (cell = '') =>
  cell
    .split(/\n|\|(?=\s*https?:)|[ ,](?=https?:)/, MAX_URLS)
    .map((url) =>
      url
        .trim()
        .replace(/,$/, '')
        .replace(/^http:\/\/(?!localhost|127\.)/, 'https://'),
    )
    .filter((url) => url !== '')
