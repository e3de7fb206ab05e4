import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import iconv from 'iconv-lite'
import { Type } from 'typebox'
import { listCategoryNames } from '../categories/add-many.ts'
import type { Sql } from '../../core/database/db.ts'
import { readPages } from '../../core/database/read-pages.ts'
import type { App } from '../../core/http/app.ts'
import { MAX_SILENCE_MS } from '../../core/http/create-app.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { readsOf } from '../../core/operations/perform.ts'
import { toCsv } from '../../core/values/csv.ts'
import { fold } from '../../core/values/text.ts'
import { listDefinedGroups } from '../modifier-groups/add-many.ts'
import { productColumns, type ProductRow } from '../products/product.ts'
import { shopUrl, type Addressed } from '../stores/address.ts'
import { AMOUNTS, columns, FIELDS, EXPORT_FORMATS, type Cells, type ExportFormat } from './columns.ts'
import { definitionOf } from './group-definitions.ts'
import { rowsOfProduct } from './product-rows.ts'

export function exportProductsRoute(app: App) {
  app.get('/exports/products', {
    config: { scope: 'products:read', maxHandlerMs: MAX_EXPORT_MS },
    schema: {
      operationId: 'exportProducts',
      summary: 'Exportar los productos',
      description:
        'Todos los productos en un CSV que se puede volver a importar, en la forma de Vitrina o en la de otra tienda. Lo que ' +
        'una hoja de cálculo ejecutaría como fórmula lleva un apóstrofo delante, también dentro de una celda: al importar se quita.',
      querystring: Type.Object({
        format: Type.Enum([...EXPORT_FORMATS], { default: 'vitrina', description: 'La forma del archivo' }),
      }),
      produces: 'text/csv',
      response: { 200: Type.Unsafe<Readable>({ type: 'string' }) },
    },
    async handler({ caller, store, query: { format } }, reply) {
      const of = { sql: readsOf(app, caller), accountId: caller.key.accountId, store, format }
      return sendExport(app, reply, { ...of, name: `productos-${format}` })
    },
  })
}

/** ms until the file begins, where its encoding is known only once the whole catalog was read. */
export const MAX_EXPORT_MS = 120_000

type Export = { sql: Sql; accountId: string; store: ExportedStore; format: ExportFormat; name: string }
type ExportedStore = Addressed & { id: string; currency: string; currencyDigits: number }

/** @throws 503 when the account has too many unread responses */
export async function sendExport(
  app: App,
  reply: FastifyReply,
  { sql, accountId, store, format, name }: Export,
) {
  const { id, currency, currencyDigits: digits } = store
  const shop = { id, currency, digits, linkOf: (product: string) => shopUrl(app, store, `/p/${product}`) }
  holdStreamedFile(reply, accountId)
  reply.raw.setTimeout(MAX_EXPORT_MS) // nothing is sent meanwhile
  const file = await exportProducts(sql, shop, format)
  reply.raw.setTimeout(MAX_SILENCE_MS)
  return reply
    .header('content-type', 'text/csv')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(file, { objectMode: false }))
}

const PAGE = 200
/** Characters of a piece of the file; a page of products with 100 variants each is many times as long. */
const PIECE = 65_536

type ExportedShop = { id: string; currency: string; digits: number; linkOf: (slug: string) => string }

/** Streams all products of a store as a file in this format, the newest first. A feed has only the visible ones. */
export async function exportProducts(
  sql: Sql,
  shop: ExportedShop,
  format: ExportFormat,
): Promise<AsyncGenerator<Buffer>> {
  const isWestern = format === 'tiendanube' && (await fitsWindows1252(sql, shop))
  const encode = isWestern ? encodeNearly : (text: string) => Buffer.from(text)
  return encoded()

  async function* encoded() {
    if (!isWestern) yield Buffer.from('\ufeff')
    for await (const text of csvChunks(sql, shop, format)) yield encode(text)
  }
}

/** Whether the whole file can be windows-1252; one character outside of it, such as an emoji, makes the file UTF-8. */
async function fitsWindows1252(sql: Sql, shop: ExportedShop): Promise<boolean> {
  for await (const text of csvChunks(sql, shop, 'tiendanube')) if (!encodeWindows1252(text)) return false
  return true
}

/** Writes ? for what products saved since that check have outside of windows-1252. */
const encodeNearly = (text: string): Buffer =>
  encodeWindows1252(text) ??
  encodeWindows1252(text.replaceAll(/\P{ASCII}/gu, (one) => (encodeWindows1252(one) ? one : '?')))!

async function* csvChunks(
  sql: Sql,
  { id: storeId, ...shop }: ExportedShop,
  format: ExportFormat,
): AsyncGenerator<string> {
  const { currency, digits, linkOf } = shop
  const categories = await listCategoryNames(sql, storeId)
  const [{ zeroPrice }] = await sql<[{ zeroPrice: 'free' | 'ask' }]>`
    select zero_price from stores where id = ${storeId}`
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const groupCells = await groupCellsOf(sql, storeId, format, currency)
  let piece = headerLine(format, currency)
  for await (const products of productPages(sql, storeId)) {
    const shown = format === 'feed' ? products.filter(({ isActive }) => isActive) : products
    for (const product of shown) {
      const category = names.get(product.categoryId ?? '') ?? ''
      const exported = {
        product,
        category,
        link: linkOf(product.slug),
        currency,
        digits,
        zeroPrice,
        groups: groupCells(product),
      }
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

type Column = { header: string; field?: keyof Cells; constant?: string }

/** Columns that are only exported; a constant fills one that we have no field for. */
const exportedOnly: Partial<Record<ExportFormat, Column[]>> = {
  woocommerce: [1, 2, 3].flatMap((n) => [
    { header: `Attribute ${n} visible`, constant: '1' },
    { header: `Attribute ${n} global`, constant: '0' },
  ]),
  feed: [
    { header: 'link', field: 'link' },
    { header: 'availability', field: 'availability' },
    { header: 'condition', constant: 'new' },
  ],
}

const columnsOf = (format: ExportFormat): Column[] => [
  ...FIELDS.flatMap((field) => {
    const header = columns[field][format]
    return header === undefined ? [] : [{ header, field }]
  }),
  ...(exportedOnly[format] ?? []),
]

const headerLine = (format: ExportFormat, currency: string): string =>
  linesOf([columnsOf(format).map(({ header }) => header)], format, currency)

/** Writes rows as CSV; text that a spreadsheet would run as a formula is escaped. */
function writeRows(rows: Cells[], format: ExportFormat, currency: string): string {
  const written = columnsOf(format)
  const cells = rows.map((row) =>
    written.map(({ field, constant = '' }) => {
      const text = field ? (row[field] ?? '') : constant
      const isAmount = format === 'vitrina' && text !== '' && AMOUNTS.some((amount) => amount === field)
      if (!isAmount) return text
      return /\.\d{3}$/.test(text) ? `${text}0` : Number(text) // a fourth decimal, because 1.255 may be a thousand
    }),
  )
  return linesOf(cells, format, currency)
}

/** Our own format has the separator and decimals of the currency's country; others have those of their shops. */
function linesOf(rows: (string | number)[][], format: ExportFormat, currency: string): string {
  const separator = format === 'tiendanube' ? ';' : ','
  return toCsv(rows, currency, format === 'vitrina' ? undefined : separator).slice(1)
}

/** The text in windows-1252; null when it has a character that is not in it. */
export function encodeWindows1252(text: string): Buffer | null {
  const bytes = iconv.encode(text, 'windows-1252')
  return iconv.decode(bytes, 'windows-1252') === text ? bytes : null
}
