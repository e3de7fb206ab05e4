import { t } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { truncated } from '../../core/values/text.ts'
import { readAmount, readCount } from '../../core/values/written-amount.ts'
import type { Amount } from './columns.ts'
import type { ProductFile } from './draft.ts'
import { atLine, type Row } from './row.ts'
import { parseAvailability, parseBoolean, type Availability } from './words.ts'

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
    const message = t('«{cell}» no dice si se ve o no: escribe sí o no (línea {line})', {
      cell: truncated(cell, 40),
      line,
    })
    issues.push({ field, reason: 'type', message })
  }
  return isShown
}

/** The amount in a cell; undefined where it has none, or one that is not taken over. */
export function parseAmountCell({ line, cells }: Row, field: Amount, file: ProductFile, issues: Issue[]) {
  const cell = cells[field]
  if (!cell) return undefined
  const reading = readAmount(cell, file.currency, file.styles[field])
  if ('value' in reading) return reading.value
  issues.push({ field, reason: reading.reason, message: atLine(reading.message, line) })
  return undefined
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
  const cell = truncated(availability, 40)
  const message = t('«{cell}» no dice si hay o está agotado (línea {line})', { cell, line })
  issues.push({ field: 'availability', reason: 'type', message })
  return undefined
}

function countIn(
  { line }: Row,
  stock: string,
  { styles }: ProductFile,
  issues: Issue[],
): number | null | undefined {
  const reading = readCount(stock, styles.stock)
  if ('value' in reading) return Math.max(0, reading.value)
  const word = reading.reason === 'type' ? parseAvailability(stock) : undefined
  if (word) return word === 'out' ? 0 : null
  issues.push({ field: 'stock', reason: reading.reason, message: atLine(reading.message, line) })
  return undefined
}

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
