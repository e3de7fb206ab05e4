import type { Issue } from '../core/errors/errors.ts'
import { truncated } from '../core/values/text.ts'
import { ambiguousStyle, parseNumber, styleOf, type NumberStyle } from '../core/values/written-number.ts'
import type { Amount } from './columns.ts'
import type { ProductFile } from './draft.ts'
import type { Row } from './row.ts'
import { parseAvailability, parseBoolean, type Availability } from './words.ts'

/** Fields that say whether a product or a variant is shown. */
type VisibilityField = 'isActive' | 'status' | 'variantIsActive'

/** Whether the row is shown; undefined where the cell is empty. What is not understood is an issue: it never publishes anything. */
export function parseVisibilityCell(
  { line, cells }: Row,
  field: VisibilityField,
  { format }: ProductFile,
  issues: Issue[],
): boolean | undefined {
  const cell = cells[field]
  if (!cell) return undefined
  const isShown = parseBoolean(cell, format.visibility?.[field === 'status' ? 'status' : 'isActive'])
  if (isShown === undefined) {
    const message = `«${truncated(cell, 40)}» no dice si se ve o no: escribe sí o no (línea ${line})`
    issues.push({ field, reason: 'type', message })
  }
  return isShown
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

/**
 * The stock of a row: null where it is not counted, or where it is sold beyond that, undefined where the file does not say. What is
 * sold out has none, whether it was counted or not. Negative stock becomes 0.
 */
export function parseStockCell(row: Row, file: ProductFile, issues: Issue[]): number | null | undefined {
  const { stock, stockTracker, backorders = '' } = row.cells
  const availability = availabilityOf(row, issues)
  if (availability === 'out') return 0
  if (stock === undefined) return undefined
  const isUncounted = stock === '' || stockTracker === '' || parseBoolean(stockTracker) === false
  const isSoldBelow = availability === 'order' || parseBoolean(backorders, backorderWords)
  return isUncounted || isSoldBelow ? null : countIn(row, stock, file, issues)
}

const backorderWords = { continue: true, notify: true, deny: false }

function availabilityOf({ line, cells: { availability } }: Row, issues: Issue[]): Availability | undefined {
  if (!availability) return undefined
  const known = parseAvailability(availability)
  if (known) return known
  const message = `«${truncated(availability, 40)}» no dice si hay o está agotado (línea ${line})`
  issues.push({ field: 'availability', reason: 'type', message })
  return undefined
}

/** The number in a cell of stock, or what a word in it stands for. */
function countIn(
  { line }: Row,
  stock: string,
  { styles }: ProductFile,
  issues: Issue[],
): number | null | undefined {
  const count = readAmount(stock, styles.stock ?? '.')
  if (count !== null && Number.isInteger(count)) return Math.max(0, count)
  const word = count === null ? parseAvailability(stock) : undefined
  if (word) return word === 'out' ? 0 : null
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
