import { listCategoryNames } from '../categories/add-many.ts'
import type { Sql } from '../core/database/db.ts'
import { readPages } from '../core/database/read-pages.ts'
import { productColumns, type ProductRow } from '../products/product.ts'
import { encodeWindows1252 } from './decode.ts'
import type { Format } from './fields.ts'
import { rowsOfProduct } from './product-rows.ts'
import { headersOf, writeRows } from './write-csv.ts'

const PAGE = 200

type Shop = { id: string; currency: string; digits: number; linkOf: (slug: string) => string }

/** All products of a store as a file of this kind, piece by piece, the newest first. A feed has only the visible ones. */
export async function* exportProducts(sql: Sql, shop: Shop, format: Format): AsyncGenerator<Buffer> {
  const isWestern = format === 'tiendanube' && (await fitsWindows1252(sql, shop))
  const encode = (text: string) => (isWestern ? encodeWindows1252(text)! : Buffer.from(text))
  if (!isWestern) yield Buffer.from('\ufeff')
  for await (const text of pieces(sql, shop, format)) yield encode(text)
}

/** What is not in windows-1252, such as a drawing, makes the whole file UTF-8. */
async function fitsWindows1252(sql: Sql, shop: Shop): Promise<boolean> {
  for await (const text of pieces(sql, shop, 'tiendanube')) if (!encodeWindows1252(text)) return false
  return true
}

async function* pieces(sql: Sql, { id: storeId, ...shop }: Shop, format: Format): AsyncGenerator<string> {
  const { currency, digits, linkOf } = shop
  const categories = await listCategoryNames(sql, storeId)
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  yield headersOf(format, currency)
  for await (const products of pages(sql, storeId)) {
    const shown = format === 'feed' ? products.filter(({ isActive }) => isActive) : products
    const rows = shown.flatMap((product) => {
      const category = names.get(product.categoryId ?? '') ?? null
      return rowsOfProduct({ product, category, link: linkOf(product.slug), currency, digits }, format)
    })
    yield writeRows(rows, format, currency)
  }
}

const pages = (sql: Sql, storeId: string): AsyncGenerator<ProductRow[]> =>
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
