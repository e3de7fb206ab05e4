import type { Sql, Tx } from '../core/database/db.ts'
import { markStockTracked } from '../stores/catalog-version.ts'
import type { ProductRow } from './product.ts'
import { productWords } from './search-words.ts'

/** A product before it is stored. */
export type NewRow = Omit<ProductRow, 'createdAt' | 'updatedAt'>

/** Inserts products. Their `created_at` differ by a millisecond, so that lists of the newest have the order of `rows`. */
export async function insertProducts(tx: Tx, storeId: string, rows: NewRow[]): Promise<ProductRow[]> {
  const inserted = await tx<Written[]>`
    insert into products (
      store_id, id, name, slug, description, price, compare_price, image_url, images, category_id, is_active, options,
      variants, keeps_stock, search_words, title_words, created_at, updated_at
    )
    select
      ${storeId}, id, name, slug, description, price, compare_price, image_url, images, category_id, is_active, options,
      variants, keeps_stock, search_words::tsvector, title_words::tsvector,
      date_trunc('milliseconds', statement_timestamp()) - place * interval '1 millisecond',
      date_trunc('milliseconds', statement_timestamp())
    from ${recordsOf(tx, storeId, rows)}
    returning id, created_at, updated_at`
  if (rows.some(keepsStock)) await markStockTracked(tx, storeId)
  return asWritten(rows, inserted)
}

/** Stores products that have changed. */
export async function updateProducts(tx: Tx, storeId: string, rows: ProductRow[]): Promise<ProductRow[]> {
  const updated = await tx<Written[]>`
    update products
    set
      name = written.name,
      slug = written.slug,
      description = written.description,
      price = written.price,
      compare_price = written.compare_price,
      image_url = written.image_url,
      images = written.images,
      category_id = written.category_id,
      is_active = written.is_active,
      options = written.options,
      variants = written.variants,
      keeps_stock = written.keeps_stock,
      search_words = written.search_words::tsvector,
      title_words = written.title_words::tsvector,
      updated_at = date_trunc('milliseconds', statement_timestamp())
    from ${recordsOf(tx, storeId, rows)}
    where products.store_id = ${storeId} and products.id = written.id
    returning products.id, products.created_at, products.updated_at`
  if (rows.some(keepsStock)) await markStockTracked(tx, storeId)
  return asWritten(rows, updated)
}

type Written = Pick<ProductRow, 'id' | 'createdAt' | 'updatedAt'>

function asWritten(rows: NewRow[], written: Written[]): ProductRow[] {
  const times = new Map(written.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, ...times.get(row.id)! }))
}

function recordsOf(sql: Sql, storeId: string, rows: NewRow[]) {
  const records = rows.map((row, place) => {
    const words = productWords(storeId, row)
    return {
      id: row.id,
      name: row.name,
      slug: row.slug,
      description: row.description,
      price: row.price,
      compare_price: row.comparePrice,
      image_url: row.imageUrl,
      images: row.images,
      category_id: row.categoryId,
      is_active: row.isActive,
      options: row.options,
      variants: row.variants.map((variant) => ({ ...variant, stock: null })),
      keeps_stock: keepsStock(row),
      search_words: words.search,
      title_words: words.title,
      place,
    }
  })
  return sql`
    jsonb_to_recordset(${sql.json(records)}) as written (
      id text, name text, slug text, description text, price numeric, compare_price numeric, image_url text, images jsonb,
      category_id text, is_active boolean, options jsonb, variants jsonb, keeps_stock boolean,
      search_words text, title_words text, place integer
    )`
}

const keepsStock = ({ variants }: NewRow): boolean => variants.some(({ stock }) => stock !== null)
