import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { listCategoryNames } from '../categories/add-many.ts'
import type { Sql } from '../../core/database/db.ts'
import { readPages } from '../../core/database/read-pages.ts'
import type { App } from '../../core/http/app.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { readsOf } from '../../core/operations/perform.ts'
import { toCsv } from '../../core/values/csv.ts'
import { fold } from '../../core/values/text.ts'
import { listDefinedGroups } from '../modifier-groups/add-many.ts'
import { productColumns, type ProductRow } from '../products/product.ts'
import { AMOUNTS, columns, FIELDS, EXPORT_FORMATS, type Cells, type ExportFormat } from './columns.ts'
import { definitionOf } from './group-definitions.ts'
import { rowsOfProduct } from './product-rows.ts'

export function exportProductsRoute(app: App) {
  app.get('/exports/products', {
    config: { scope: 'products:read' },
    schema: {
      operationId: 'exportProducts',
      summary: 'Exportar los productos',
      description:
        'Todos los productos en un CSV que se puede volver a importar, en la forma de Vitrina o en la de Shopify. Lo que ' +
        'una hoja de cálculo ejecutaría como fórmula lleva un apóstrofo delante, también dentro de una celda: al importar se quita.',
      querystring: Type.Object({
        format: Type.Enum([...EXPORT_FORMATS], { default: 'vitrina', description: 'La forma del archivo' }),
      }),
      produces: 'text/csv',
      response: { 200: Type.Unsafe<Readable>({ type: 'string' }) },
    },
    async handler({ caller, store, query: { format } }, reply) {
      const of = { sql: readsOf(app, caller), accountId: caller.key.accountId, store, format }
      return sendExport(reply, { ...of, name: `productos-${format}` })
    },
  })
}

type ExportedStore = { id: string; currency: string; currencyDigits: number }
type Export = { sql: Sql; accountId: string; store: ExportedStore; format: ExportFormat; name: string }

/** @throws 503 when the account has too many unread responses */
export function sendExport(reply: FastifyReply, { sql, accountId, store, format, name }: Export) {
  holdStreamedFile(reply, accountId)
  return reply
    .header('content-type', 'text/csv')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(exportProducts(sql, store, format), { objectMode: false }))
}

const PAGE = 200
/** Characters of a piece of the file; a page of products with 100 variants each is many times as long. */
const PIECE = 65_536

export async function* exportProducts(
  sql: Sql,
  { id: storeId, currency, currencyDigits: digits }: ExportedStore,
  format: ExportFormat,
): AsyncGenerator<string> {
  const categories = await listCategoryNames(sql, storeId)
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const groupCells = await groupCellsOf(sql, storeId, format, currency)
  let piece = `\ufeff${headerLine(format, currency)}`
  for await (const products of productPages(sql, storeId)) {
    for (const product of products) {
      const category = names.get(product.categoryId ?? '') ?? ''
      const exported = { product, category, currency, digits, groups: groupCells(product) }
      piece += writeRows(rowsOfProduct(exported, format), format, currency)
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
  }
  yield piece
}

/** The cells of a product's groups: their names, and those that it is the first to have, or whose name others have, defined. */
async function groupCellsOf(sql: Sql, storeId: string, format: ExportFormat, currency: string) {
  const stored = format === 'vitrina' ? await listDefinedGroups(sql, storeId) : []
  const groups = new Map(stored.map((group) => [group.id, group]))
  const named = Map.groupBy(stored, ({ name }) => fold(name))
  const defined = new Set<string>()
  return ({ modifierGroupIds }: ProductRow) => {
    const own = modifierGroupIds.flatMap((id) => groups.get(id) ?? [])
    const toDefine = own.filter(({ id, name }) => !defined.has(id) || named.get(fold(name))!.length > 1)
    for (const { id } of own) defined.add(id)
    return {
      modifierGroups: own.map(({ name }) => name).join('\n'),
      groupDefinitions: toDefine.map((group) => definitionOf(group, currency)).join('\n'),
    }
  }
}

const productPages = (sql: Sql, storeId: string): AsyncGenerator<ProductRow[]> =>
  readPages<ProductRow>(
    PAGE,
    (last) => sql<ProductRow[]>`
      select ${productColumns(sql)}
      from products
      where store_id = ${storeId}
      and deleted_at is null
      ${last ? sql`and (created_at, id) < (${last.createdAt}::timestamptz, ${last.id})` : sql``}
      order by created_at desc, id desc
      limit ${PAGE}`,
  )

const columnsOf = (format: ExportFormat) =>
  FIELDS.flatMap((field) => {
    const header = columns[field][format]
    return header === undefined ? [] : [{ header, field }]
  })

const headerLine = (format: ExportFormat, currency: string): string =>
  linesOf([columnsOf(format).map(({ header }) => header)], format, currency)

/** Writes rows as CSV; text that a spreadsheet would run as a formula is escaped. */
function writeRows(rows: Cells[], format: ExportFormat, currency: string): string {
  const written = columnsOf(format)
  const cells = rows.map((row) =>
    written.map(({ field }) => {
      const text = row[field] ?? ''
      const isAmount = format === 'vitrina' && text !== '' && AMOUNTS.some((amount) => amount === field)
      if (!isAmount) return text
      return /\.\d{3}$/.test(text) ? `${text}0` : Number(text) // a fourth decimal, because 1.255 may be a thousand
    }),
  )
  return linesOf(cells, format, currency)
}

/** Our own format has the separator and decimals of the currency's country. */
const linesOf = (rows: (string | number)[][], format: ExportFormat, currency: string): string =>
  toCsv(rows, currency, format === 'vitrina' ? undefined : ',').slice(1)
