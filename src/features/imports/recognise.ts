import { wordingIn } from '../../core/texts/text.ts'
import { fold, truncated } from '../../core/values/text.ts'
import { columns, FIELDS, type Column, type ColumnMap, type Field, type FileColumn } from './columns.ts'
import type { Format, Headers } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import type { Table } from './read-csv.ts'
import { parseAvailability, parseBoolean } from './words.ts'

/** Maps the columns of a file to fields, by their headers or as chosen by hand, and recognises the format. */
export function recogniseColumns(
  { headers, records }: Table,
  chosen: ColumnMap,
  currency: string,
): { format: Format; columns: FileColumn[] } {
  const format = formatOf(headers)
  const clean = format.cleanHeader ?? ((header) => header)
  const names = headers.map((header) => normalizeHeader(clean(header)))
  const fields = headers.map((header) => (Object.hasOwn(chosen, header) ? chosen[header]! : undefined))
  const own = format.headers?.(currency) ?? {}
  for (const headersOf of [headersInFormat(format, own), anyHeaders(format)]) {
    const mapped = new Set(fields)
    for (const field of FIELDS.filter((one) => !mapped.has(one))) {
      const best = bestColumn(names, headersOf(field).map(normalizeHeader), (n) => fields[n] === undefined)
      if (best >= 0 && saysSomething(field, format, cellsOf(records, best), names[best]!))
        fields[best] = field
    }
  }
  const found = headers.map((header, n) => ({
    header,
    field: fields[n] ?? null,
    example: exampleIn(records, n),
  }))
  return { format, columns: found }
}

function formatOf(headers: string[]): Format {
  const names = new Set(headers.map(normalizeHeader))
  return formats.find(({ isRecognised }) => isRecognised((...some) => some.some((name) => names.has(name))))!
}

/** `Body (HTML)`: `body html` */
const normalizeHeader = (header: string) =>
  fold(header)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The first of a field's headers that the file has, whatever the order of its columns: the better known name wins. */
function bestColumn(names: string[], headers: string[], isFree: (n: number) => boolean): number {
  for (const header of headers) {
    const found = names.findIndex((name, n) => name === header && isFree(n))
    if (found >= 0) return found
  }
  return -1
}

type HeadersOf = (field: Field) => readonly string[]

/** What the format itself calls a field. It is looked for in all fields first: `In stock` is a number in one and a yes in another. */
const headersInFormat =
  ({ name }: Format, own: Headers): HeadersOf =>
  (field) => {
    const { [name]: exported }: { [Name in string]?: unknown } = columns[field]
    return [...(own[field] ?? []), ...(typeof exported === 'string' ? [exported] : [])]
  }

const anyHeaders =
  (format: Format): HeadersOf =>
  (field) => {
    const { label, others = [], only, ...headers }: Column = columns[field]
    if (only && only !== format.name) return []
    // «Type» is a category in a file of Shopify only.
    const foreign = Object.values(headers).filter((header) => header !== 'Type')
    return [...foreign, wordingIn(label, 'es'), ...others]
  }

const MAX_SAMPLED_ROWS = 100

const cellsOf = (records: Table['records'], n: number) =>
  records.slice(0, MAX_SAMPLED_ROWS).map((record) => record.cells[n]?.trim() ?? '')

/** `Estado` in a spreadsheet may say whether a thing is new or used: the column is one of visibility if a cell of it is understood. */
function saysSomething(field: Field, { isOwn }: Format, cells: string[], name: string): boolean {
  const read = isOwn && readers[field]
  return (
    !read ||
    (cells.some((cell) => read(cell) !== undefined) && !(field === 'availability' && isCount(cells, name)))
  )
}

const readers: { [Name in Field]?: (cell: string) => unknown } = {
  status: (cell) => parseBoolean(cell),
  availability: parseAvailability,
}

/** Whether a column counts the stock: `Existencias` may say yes or no, or how many there are. */
function isCount(cells: string[], name: string): boolean {
  const mayBeStock = columns.stock.others?.some((header) => normalizeHeader(header) === name)
  return cells.some((cell) => /^\d+$/.test(cell) && (mayBeStock || Number(cell) > 1))
}

function exampleIn(records: Table['records'], n: number): string | null {
  const first = cellsOf(records, n).find((cell) => cell !== '')
  return first === undefined ? null : truncated(first.split('\n')[0]!, 60)
}

/** Whether a header speaks of what is in stock or shown, so that it matters when nothing reads its column. */
export function isAboutStock(header: string): boolean {
  const words = normalizeHeader(header).split(' ')
  const begins = (some: string[]) => words.some((word) => some.some((start) => word.startsWith(start)))
  return begins(stockWords) && !begins(otherWords)
}

const stockWords = [
  'stock', 'inventar', 'inventor', 'existencia', 'estoque', 'disponib', 'disponiv', 'availab', 'agotad', 'esgotad', 'sold', 'backorder',
  'quantity', 'qty', 'cantidad', 'quantidade', 'unidades', 'visib', 'visiv', 'publicad', 'published', 'ocult', 'hidden', 'active',
  'activo', 'activa', 'ativo', 'ativa', 'status', 'estado', 'online',
] // prettier-ignore
/** Those of headers that speak of something else: a minimum, a component, an attribute, a tax. */
const otherWords = [
  'low', 'minim', 'bajas', 'bajo', 'baixo', 'optimal', 'attribut', 'atribut', 'tax', 'impuesto', 'imposto', 'component', 'included',
  'individual', 'by', 'por', 'date',
] // prettier-ignore
