import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../core/errors/errors.ts'
import { numberStyleDetector } from './cells.ts'
import { recogniseColumns, type Column, type ColumnMap } from './columns.ts'
import { draftOf } from './draft-of-rows.ts'
import type { Dialect, Draft, Row } from './draft.ts'
import { AMOUNTS, type Format } from './fields.ts'
import { fileError, readCsv, type Table } from './read-csv.ts'
import { isVariation, withProductFirst } from './woocommerce.ts'

/** A file as it was read: what its columns hold, and the rows of each product. */
export type ParsedFile = { format: Format; columns: Column[]; dialect: Dialect; groups: Row[][] }

/** No column identifies a row's product. The error lists the columns, so that the user can map one by hand. */
export class UnknownColumns extends ApiError {
  readonly columns: Column[]

  constructor(columns: Column[]) {
    const message = 'Ninguna columna dice de qué producto es cada fila: elige cuál es el nombre'
    super(400, fileError('required', message).body)
    this.columns = columns
  }
}

const MAX_PRODUCTS = 10_000

type Store = { currency: string; currencyDigits: number }

/** Reads a file of products. @throws 400 on `file` or `columns` */
export async function parseProductFile(bytes: Buffer, chosen: ColumnMap, store: Store): Promise<ParsedFile> {
  const table = await readCsv(bytes)
  const { format, columns } = recogniseColumns(table, chosen)
  const fields = new Set(columns.flatMap(({ field }) => field ?? []))
  if (!fields.has('name') && !fields.has('slug') && !fields.has('id')) {
    throw new UnknownColumns(columns)
  }
  const rows = await rowsOf(table, columns)
  const groups = groupRows(rows, format)
  if (groups.length === 0) throw fileError('required', 'El archivo no tiene ningún producto')
  if (groups.length > MAX_PRODUCTS) {
    throw fileError('max_items', 'El archivo tiene más de 10.000 productos: divídelo en partes')
  }
  const styles = await stylesOf(rows, store)
  return { format, columns, groups, dialect: { format, fields, styles, currency: store.currency } }
}

export const draftOfGroup = ({ dialect }: ParsedFile, group: Row[]): Draft => draftOf(group, dialect)

/** Rows that are looked at in one turn of the event loop. */
const SLICE = 1000

async function rowsOf({ headers, records }: Table, columns: Column[]): Promise<Row[]> {
  const rows: Row[] = []
  for await (const some of inSlices(records))
    rows.push(...some.map((record) => rowOf(record, headers, columns)))
  return rows
}

function rowOf(
  { line, cells, isTruncated }: Table['records'][number],
  headers: string[],
  columns: Column[],
): Row {
  const known: Row['cells'] = {}
  columns.forEach(({ field }, n) => {
    if (field && cells[n] !== undefined) known[field] = cells[n]
  })
  const isTooLong =
    cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '')
  return { line, cells: known, isTruncated, isTooLong }
}

/** Detects the number style of each column from all of its cells. Stock has no decimals, whatever the currency has. */
async function stylesOf(rows: Row[], { currencyDigits }: Store): Promise<Dialect['styles']> {
  const styles: Dialect['styles'] = {}
  for (const field of [...AMOUNTS, 'stock'] as const) {
    const detector = numberStyleDetector(field === 'stock' ? 0 : currencyDigits)
    for await (const some of inSlices(rows)) {
      for (const { cells } of some) detector.add(cells[field] ?? '')
    }
    styles[field] = detector.detect()
  }
  return styles
}

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

type Key = (row: Row) => string | null

function keyFor(rows: Row[], format: Format): Key {
  if (format === 'woocommerce') return parentKey(rows)
  if (format === 'feed') return feedKey
  return format === 'vitrina' ? (row) => ownKey(row) ?? (isNameless(row) ? `line ${row.line}` : null) : ownKey
}

/** A row with a price that names no variant. Without a name it is rejected; rows of variants and pictures belong to the product before. */
const isNameless = ({ cells: { price, variantName, option1Value } }: Row) =>
  Boolean(price?.trim()) && !variantName?.trim() && !option1Value?.trim()

/** A row without a name belongs to the product before it, unless it has an id or a slug. */
function ownKey({ line, cells }: Row): string | null {
  const key = cells.id?.trim() || cells.slug?.trim()
  if (key) return key
  if (!cells.name?.trim()) return null
  return cells.variantName === undefined ? `line ${line}` : `name ${cells.name.trim()}`
}

const feedKey = ({ line, cells }: Row) => cells.group?.trim() || cells.id?.trim() || `line ${line}`

/** A variation names its product by SKU, or by id as `id:12`; the product's row may follow later. */
function parentKey(rows: Row[]): Key {
  const byReference = new Map<string, string>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const { line, cells } = row
    if (cells.sku?.trim()) byReference.set(cells.sku.trim(), `line ${line}`)
    if (cells.id?.trim()) byReference.set(`id:${cells.id.trim()}`, `line ${line}`)
  }
  return (row) => {
    if (!isVariation(row)) return `line ${row.line}`
    const parent = row.cells.parent?.trim() ?? ''
    return parent === '' ? null : (byReference.get(parent) ?? `parent ${parent}`)
  }
}
