import { fold, truncated } from '../core/values/text.ts'
import { columns, FIELDS, type Field, type Format } from './fields.ts'
import type { Table } from './read-csv.ts'

/** A column of a file with the field that it holds (null: it is ignored) and its first non-empty cell, truncated. */
export type Column = { header: string; field: Field | null; example: string | null }

/** A column map: the field of each header that was chosen by hand, null to leave it out. */
export type ColumnMap = Record<string, Field | null>

/** Maps the columns of a file to fields, by their headers or as chosen by hand, and recognises the format. */
export function recogniseColumns(
  { headers, records }: Table,
  chosen: ColumnMap,
): { format: Format; columns: Column[] } {
  const names = headers.map(normalizeHeader)
  const format = formatOf(new Set(names))
  const fields = headers.map((header) => (Object.hasOwn(chosen, header) ? chosen[header]! : undefined))
  const mappedFields = new Set(fields)
  for (const field of FIELDS.filter((one) => !mappedFields.has(one))) {
    const best = bestColumn(names, headersOf(field, format), (n) => fields[n] === undefined)
    if (best >= 0) fields[best] = field
  }
  const found = headers.map((header, n) => ({
    header,
    field: fields[n] ?? null,
    example: exampleIn(records, n),
  }))
  return { format, columns: found }
}

/** Rows in which an example is looked for. */
const MAX_SAMPLED_ROWS = 100

function exampleIn(records: Table['records'], n: number): string | null {
  const cells = records.slice(0, MAX_SAMPLED_ROWS).map((record) => record.cells[n]?.trim() ?? '')
  const first = cells.find((cell) => cell !== '')
  return first === undefined ? null : truncated(first.split('\n')[0]!, 60)
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

function formatOf(names: Set<string>): Format {
  const has = (...some: string[]) => some.some((name) => names.has(name))
  if (has('identificador de url', 'identificador url')) return 'tiendanube'
  if (has('handle', 'url handle')) return 'shopify'
  if (has('image link', 'item group id', 'google product category')) return 'feed'
  const isWoo = has('regular price', 'precio normal', 'precio regular', 'preco', 'preco normal')
  if (isWoo && has('type', 'tipo', 'published', 'publicado')) return 'woocommerce'
  return 'vitrina'
}

/** The headers of a field, those of the file's own format first. */
function headersOf(field: Field, format: Format): string[] {
  const { label, others = [], only, ...headers } = columns[field]
  if (only && only !== format) return []
  const own = headers[format]
  // «Type» is a category in a file of Shopify only.
  const foreign = Object.values(headers).filter((header) => header !== 'Type')
  return [...(own ? [own] : []), ...foreign, label, ...others].map(normalizeHeader)
}
