import { t } from '../../core/texts/text.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Issue } from '../../core/errors/errors.ts'
import { numberOfAmount } from '../../core/values/written-amount.ts'
import { styleDetector, type NumberStyle } from '../../core/values/written-number.ts'
import { zoneOf } from '../hours/hours.ts'
import { AMOUNTS, optionFields, type ColumnMap, type Field, type FileColumn } from './columns.ts'
import { isOwnExport, type ProductFile } from './draft.ts'
import type { Format, Key } from './formats/format.ts'
import { lineOfHtml } from './html-text.ts'
import { fileError, readCsv, type CsvRecord, type Table } from './read-csv.ts'
import { recogniseColumns } from './recognise.ts'
import { MAX_ROWS, type Row } from './row.ts'

export type StoreOfFile = { currency: string; currencyDigits: number; timeZone: string | null }

/** Reads a file of products: what its columns hold, and the rows of each product. @throws 400 on `file` */
export async function parseProductFile(
  bytes: Buffer,
  chosen: ColumnMap,
  store: StoreOfFile,
): Promise<ProductFile> {
  const { currency, currencyDigits } = store
  const table = await readCsv(bytes)
  const { format, columns } = recogniseColumns(table, chosen, currency)
  const rows = await readRows(table, columns, format)
  const products = await translated(groupRows(rows, format.keyOf(rows)), format)
  const styles = await stylesOf(products.flat(), format, store)
  return { format, columns, styles, currency, currencyDigits, timeZone: zoneOf(store), products }
}

const MAX_PRODUCTS_A_FILE = 10_000
/** Products that are translated in one turn of the event loop. */
const PRODUCTS_PER_TURN = 100

/** Apart from the parsing, so that an import that fails here keeps the columns, for people to map them by hand. @throws 400 */
export function requireProducts({ columns, products }: ProductFile): void {
  if (!columns.some(({ field }) => field === 'name' || field === 'slug' || field === 'id'))
    throw fileError(
      'required',
      t('Ninguna columna dice de qué producto es cada fila: elige cuál es el nombre'),
    )
  if (products.length === 0) throw fileError('required', t('El archivo no tiene ningún producto'))
  if (products.length > MAX_PRODUCTS_A_FILE)
    throw fileError('max_items', t('El archivo tiene más de 10,000 productos: divídelo en partes'))
}

async function readRows({ headers, records }: Table, columns: FileColumn[], format: Format): Promise<Row[]> {
  const rows: Row[] = []
  for await (const some of inSlices(records)) {
    for (const record of some)
      rows.push({
        line: record.line,
        cells: withPlainLines(cellsOf(record, columns), format),
        issue: issueOf(record, headers.length),
        isDoubtful: record.isDoubtful,
      })
  }
  return rows
}

async function stylesOf(rows: Row[], format: Format, store: StoreOfFile): Promise<ProductFile['styles']> {
  const { currency, currencyDigits: digits } = store
  const detectors = numberColumns.map((field) => ({
    field,
    detector: field === 'stock' ? styleDetector(0, true) : styleDetector(digits),
  }))
  for await (const some of inSlices(rows)) {
    for (const { cells } of some)
      for (const { field, detector } of detectors)
        detector.add(field === 'stock' ? (cells.stock ?? '') : numberOfAmount(cells[field] ?? '', currency))
  }
  const isDecimal = digits > 2 && !format.dividesThousands
  return Object.fromEntries(
    detectors.map(({ field, detector }) => [
      field,
      isDecimal && field !== 'stock' ? withDecimals(digits) : detector.detect(),
    ]),
  )
}

const numberColumns = [...AMOUNTS, 'stock'] as const

const withDecimals = (digits: number): NumberStyle => ({ digits, '.': 'decimals', ',': 'decimals' })

function cellsOf({ cells }: CsvRecord, columns: FileColumn[]): Row['cells'] {
  const known: Row['cells'] = {}
  for (const [n, { field }] of columns.entries()) {
    // Of columns with the same field, the first one with a value counts.
    // The lines of alternative texts belong to those of the pictures: the first one may be empty.
    if (field) known[field] ||= field === 'imageAlts' ? (cells[n] ?? '') : (cells[n] ?? '').trim()
  }
  return known
}

const LINES: ReadonlySet<Field> = new Set([
  'name',
  'category',
  'brand',
  'variantName',
  ...optionFields.flatMap(([name, value]) => [name, value]),
])

function withPlainLines(cells: Row['cells'], format: Format): Row['cells'] {
  if (isOwnExport(cells, format)) return cells
  const plain = { ...cells }
  for (const field of LINES) if (plain[field]) plain[field] = lineOfHtml(plain[field])
  return plain
}

function issueOf({ line, cells, isTruncated }: CsvRecord, width: number): Issue | null {
  const isTooLong = cells.slice(width).some((cell) => cell.trim() !== '')
  if (!isTruncated && !isTooLong) return null
  const message = isTruncated
    ? t('El archivo está cortado en la línea {line}', { line })
    : t('La línea {line} tiene más celdas que columnas', { line })
  return { field: 'file', reason: 'invalid', message }
}

/** Items that are looked at in one turn of the event loop. */
const SLICE = 1000

/** Other requests are served between two slices. */
export async function* inSlices<T>(all: T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += SLICE) {
    yield all.slice(from, from + SLICE)
    await nextTurn()
  }
}

async function translated(products: Row[][], { translate }: Format): Promise<Row[][]> {
  if (!translate) return products
  const all: Row[][] = []
  for (const rows of products) {
    all.push([...translate(rows.slice(0, MAX_ROWS)), ...rows.slice(MAX_ROWS)]) // more of them are refused
    if (all.length % PRODUCTS_PER_TURN === 0) await nextTurn()
  }
  return all
}

function groupRows(rows: Row[], keyOf: Key): Row[][] {
  const groups = new Map<string, Row[]>()
  let last: Row[] | undefined
  for (const row of rows) {
    const key = keyOf(row)
    const group = key === null ? last : groups.get(key)
    if (group) {
      group.push(row)
      last = group
    } else groups.set(key ?? `line ${row.line}`, (last = [row]))
  }
  return [...groups.values()]
}
