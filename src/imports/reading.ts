import { recogniseColumns, type Column, type ColumnMap } from './columns.ts'
import { AMOUNTS, draftOf, type Dialect, type Draft, type Row } from './draft.ts'
import { ApiError } from '../core/errors/errors.ts'
import { fileError, readCsv, type Table } from './read-csv.ts'
import type { Field, Format } from './fields.ts'
import { groupRows } from './group.ts'
import { styleOf } from './numbers.ts'

/** A file as it was read: what its columns hold, and the rows of each product. */
export type Reading = { format: Format; columns: Column[]; dialect: Dialect; groups: Row[][] }

/** No column says which product a row is of; which ones there are goes along, so that somebody can choose. */
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
export async function readProductFile(bytes: Buffer, chosen: ColumnMap, store: Store): Promise<Reading> {
  const table = await readCsv(bytes)
  const { format, columns } = recogniseColumns(table.headers, chosen)
  const fields = new Set(columns.flatMap(({ field }) => field ?? []))
  if (!fields.has('name') && !fields.has('slug') && !fields.has('id')) {
    throw new UnknownColumns(columns)
  }
  const rows = rowsOf(table, columns)
  const groups = groupRows(rows, format)
  if (groups.length === 0) throw fileError('required', 'El archivo no tiene ningún producto')
  if (groups.length > MAX_PRODUCTS) {
    throw fileError('max_items', 'El archivo tiene más de 10.000 productos: divídelo en partes')
  }
  return {
    format,
    columns,
    groups,
    dialect: { format, fields, styles: stylesOf(rows, store), currency: store.currency },
  }
}

export const draftOfGroup = ({ dialect }: Reading, group: Row[]): Draft => draftOf(group, dialect)

function rowsOf({ headers, records }: Table, columns: Column[]): Row[] {
  return records.map(({ line, cells, isCut }) => {
    const known: Row['cells'] = {}
    columns.forEach(({ field }, n) => {
      if (field && cells[n] !== undefined) known[field] = cells[n]
    })
    const isTooLong =
      cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '')
    return { line, cells: known, isCut, isTooLong }
  })
}

/** Decided once for a column; the prices of one file are taken to be written alike where one of them does not say. */
function stylesOf(rows: Row[], { currencyDigits }: Store): Dialect['styles'] {
  const cellsOf = (field: Field) => rows.flatMap(({ cells }) => cells[field]?.trim() || [])
  return Object.fromEntries(AMOUNTS.map((field) => [field, styleOf(cellsOf(field), currencyDigits)]))
}
