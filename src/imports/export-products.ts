import { listCategoryNames } from '../categories/add-many.ts'
import type { Sql } from '../core/database/db.ts'
import { readPages } from '../core/database/read-pages.ts'
import { productColumns, type ProductRow } from '../products/product.ts'
import { encodeWindows1252 } from './decode.ts'
import type { Format } from './fields.ts'
import { rowsOfProduct } from './product-rows.ts'
import { headersOf, writeRows } from './write-csv.ts'

const PAGE = 200
/** Characters of a piece of the file; a page of products with 100 variants each is many times as long. */
const PIECE = 65_536

export type ExportedShop = { id: string; currency: string; digits: number; linkOf: (slug: string) => string }

/** Streams all products of a store as a file in this format, the newest first. A feed has only the visible ones. */
export async function exportProducts(
  sql: Sql,
  shop: ExportedShop,
  format: Format,
): Promise<AsyncGenerator<Buffer>> {
  const isWestern = format === 'tiendanube' && (await fitsWindows1252(sql, shop))
  const encode = (text: string) => (isWestern ? encodeWindows1252(text)! : Buffer.from(text))
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

async function* csvChunks(
  sql: Sql,
  { id: storeId, ...shop }: ExportedShop,
  format: Format,
): AsyncGenerator<string> {
  const { currency, digits, linkOf } = shop
  const categories = await listCategoryNames(sql, storeId)
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  let piece = headersOf(format, currency)
  for await (const products of productPages(sql, storeId)) {
    const shown = format === 'feed' ? products.filter(({ isActive }) => isActive) : products
    for (const product of shown) {
      const category = names.get(product.categoryId ?? '') ?? null
      const exported = { product, category, link: linkOf(product.slug), currency, digits }
      piece += writeRows(rowsOfProduct(exported, format), format, currency)
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
  }
  yield piece
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
