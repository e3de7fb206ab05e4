import type { Sql, Tx } from '../core/database/db.ts'
import { productColumns, type ProductRow } from './product.ts'
import { productWords } from './search-words.ts'

/** A product before it is stored. */
export type NewRow = Omit<ProductRow, 'createdAt' | 'updatedAt'>

/** Stores new products, all at the same instant; in a list of the newest they stand in the order of `rows`. */
export async function insertProducts(tx: Tx, storeId: string, rows: NewRow[]): Promise<ProductRow[]> {
  return tx<ProductRow[]>`
    with birth as (select date_trunc('milliseconds', clock_timestamp()) as at)
    insert into products (
      store_id, id, name, slug, description, price, compare_price, image_url, images, category_id, is_active, variants,
      search_words, title_words, created_at, updated_at
    )
    select
      ${storeId}, id, name, slug, description, price, compare_price, image_url, images, category_id, is_active, variants,
      search_words::tsvector, title_words::tsvector, at - place * interval '1 millisecond', at
    from ${recordsOf(tx, storeId, rows)}, birth
    returning ${productColumns(tx)}`
}

/** Stores products that have changed. */
export async function updateProducts(tx: Tx, storeId: string, rows: ProductRow[]): Promise<ProductRow[]> {
  return tx<ProductRow[]>`
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
      variants = written.variants,
      search_words = written.search_words::tsvector,
      title_words = written.title_words::tsvector,
      updated_at = date_trunc('milliseconds', clock_timestamp())
    from ${recordsOf(tx, storeId, rows)}
    where products.store_id = ${storeId} and products.id = written.id
    returning ${productColumns(tx)}`
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
      variants: row.variants,
      search_words: words.search,
      title_words: words.title,
      place,
    }
  })
  return sql`
    jsonb_to_recordset(${sql.json(records)}) as written (
      id text, name text, slug text, description text, price numeric, compare_price numeric, image_url text, images jsonb,
      category_id text, is_active boolean, variants jsonb, search_words text, title_words text, place integer
    )`
}
