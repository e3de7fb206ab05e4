import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Issue } from '../core/errors/errors.ts'
import { numberStyleDetector } from './cells.ts'
import { AMOUNTS, recogniseColumns, type ColumnMap, type FileColumn, type Format } from './columns.ts'
import type { ProductFile, Row } from './draft.ts'
import { fileError, readCsv, type CsvRecord, type Table } from './read-csv.ts'
import { isVariation, withProductFirst } from './woocommerce.ts'

type Store = { currency: string; currencyDigits: number }

/** Reads a file of products: what its columns hold, and the rows of each product. @throws 400 on `file` */
export async function parseProductFile(
  bytes: Buffer,
  chosen: ColumnMap,
  { currency, currencyDigits }: Store,
): Promise<ProductFile> {
  const table = await readCsv(bytes)
  const { format, columns } = recogniseColumns(table, chosen)
  const { rows, styles } = await readRows(table, columns, currencyDigits)
  return { format, columns, styles, currency, products: groupRows(rows, format) }
}

const MAX_PRODUCTS = 10_000

/** Apart from the parsing, so that an import that fails here keeps the columns, for people to map them by hand. @throws 400 */
export function requireProducts({ columns, products }: ProductFile): void {
  if (!columns.some(({ field }) => field === 'name' || field === 'slug' || field === 'id'))
    throw fileError('required', 'Ninguna columna dice de qué producto es cada fila: elige cuál es el nombre')
  if (products.length === 0) throw fileError('required', 'El archivo no tiene ningún producto')
  if (products.length > MAX_PRODUCTS)
    throw fileError('max_items', 'El archivo tiene más de 10,000 productos: divídelo en partes')
}

/** The rows, and the number style of each column, which is detected from all of its cells. */
async function readRows({ headers, records }: Table, columns: FileColumn[], currencyDigits: number) {
  const rows: Row[] = []
  const detectors = [...AMOUNTS, 'stock' as const].map((field) => ({
    field,
    style: numberStyleDetector(field === 'stock' ? 0 : currencyDigits), // stock has no decimals, whatever the currency has
  }))
  for await (const some of inSlices(records)) {
    for (const record of some) {
      const cells = cellsOf(record, columns)
      rows.push({ line: record.line, cells, issue: issueOf(record, headers.length) })
      for (const { field, style } of detectors) style.add(cells[field] ?? '')
    }
  }
  return { rows, styles: Object.fromEntries(detectors.map(({ field, style }) => [field, style.detect()])) }
}

function cellsOf({ cells }: CsvRecord, columns: FileColumn[]): Row['cells'] {
  const known: Row['cells'] = {}
  for (const [n, { field }] of columns.entries()) {
    // Of columns with the same field, the first one with a value counts.
    // The lines of alternative texts belong to those of the pictures: the first one may be empty.
    if (field) known[field] ||= field === 'imageAlts' ? (cells[n] ?? '') : (cells[n] ?? '').trim()
  }
  return known
}

function issueOf({ line, cells, isTruncated }: CsvRecord, width: number): Issue | null {
  const isTooLong = cells.slice(width).some((cell) => cell.trim() !== '')
  if (!isTruncated && !isTooLong) return null
  const message = isTruncated
    ? `El archivo está cortado en la línea ${line}`
    : `La línea ${line} tiene más celdas que columnas`
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

/** Groups the rows of a file by product, in the order of the file. */
function groupRows(rows: Row[], format: Format): Row[][] {
  const keyOf = keyFor(rows, format)
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
  const all = [...groups.values()]
  return format === 'woocommerce' ? all.map(withProductFirst) : all
}

/** What identifies a row's product; null where the row belongs to the product before it. */
type Key = (row: Row) => string | null

function keyFor(rows: Row[], format: Format): Key {
  if (format === 'woocommerce') return parentKey(rows)
  if (format === 'feed') return ({ line, cells }) => cells.group || cells.id || `line ${line}`
  return format === 'vitrina' ? (row) => ownKey(row) ?? (isNameless(row) ? `line ${row.line}` : null) : ownKey
}

/** A row with a price that names no variant. Without a name it is rejected; rows of variants and pictures belong to the product before. */
const isNameless = ({ cells: { price, variantName, option1Value } }: Row) =>
  Boolean(price) && !variantName && !option1Value

/** A row without a name belongs to the product before it, unless it has an id or a slug. */
function ownKey({ line, cells }: Row): string | null {
  const key = cells.id || cells.slug
  if (key || !cells.name) return key || null
  return cells.variantName === undefined ? `line ${line}` : `name ${cells.name}`
}

/** A variation names its product by SKU, or by id as `id:12`; the product's row may follow later. */
function parentKey(rows: Row[]): Key {
  const byReference = new Map<string, string>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const { line, cells } = row
    if (cells.sku) byReference.set(cells.sku, `line ${line}`)
    if (cells.id) byReference.set(`id:${cells.id}`, `line ${line}`)
  }
  return (row) => {
    if (!isVariation(row)) return `line ${row.line}`
    const { parent } = row.cells
    return parent ? (byReference.get(parent) ?? `parent ${parent}`) : null
  }
}
