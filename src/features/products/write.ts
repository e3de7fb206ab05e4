import type { Sql, Tx } from '../../core/database/db.ts'
import { markStockCounted } from '../stores/catalog-version.ts'
import { storedAs } from '../../core/resources/field.ts'
import { productFields } from './fields.ts'
import type { ProductRow } from './product.ts'
import { productWords } from './search-words.ts'

export type NewRow = Omit<ProductRow, 'createdAt' | 'updatedAt'>

const stored = [
  ...storedAs(productFields),
  { name: 'variants', column: 'variants', type: 'jsonb' },
  { name: 'isStockCounted', column: 'keeps_stock', type: 'boolean' },
]
const columns = stored.map(({ column }) => column).join(', ')
const assignments = stored.map(({ column }) => `${column} = written.${column}`).join(', ')
const recordColumns = stored.map(({ column, type }) => `${column} ${type}`).join(', ')

/** Inserts products. Their `created_at` differ by a millisecond, so that lists of the newest have the order of `rows`. */
export async function insertProducts(tx: Tx, storeId: string, rows: NewRow[]): Promise<ProductRow[]> {
  const inserted = await tx<Written[]>`
    insert into products (store_id, id, ${tx.unsafe(columns)}, search_words, title_words, created_at, updated_at)
    select
      ${storeId}, id, ${tx.unsafe(columns)}, search_words::tsvector, title_words::tsvector,
      date_trunc('milliseconds', statement_timestamp()) - place * interval '1 millisecond',
      date_trunc('milliseconds', statement_timestamp())
    from ${recordsOf(tx, storeId, rows)}
    returning id, created_at, updated_at`
  if (rows.some(isStockCounted)) await markStockCounted(tx, storeId)
  return asWritten(rows, inserted)
}

export async function updateProducts(tx: Tx, storeId: string, rows: ProductRow[]): Promise<ProductRow[]> {
  const updated = await tx<Written[]>`
    update products
    set
      ${tx.unsafe(assignments)},
      search_words = written.search_words::tsvector,
      title_words = written.title_words::tsvector,
      updated_at = date_trunc('milliseconds', statement_timestamp())
    from ${recordsOf(tx, storeId, rows)}
    where products.store_id = ${storeId} and products.id = written.id
    returning products.id, products.created_at, products.updated_at`
  if (rows.some(isStockCounted)) await markStockCounted(tx, storeId)
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
    const variants = row.variants.map((variant) => ({ ...variant, stock: null }))
    const values: Record<string, unknown> = { ...row, variants, isStockCounted: isStockCounted(row) }
    return {
      ...Object.fromEntries(stored.map(({ name, column }) => [column, values[name]])),
      id: row.id,
      search_words: words.search,
      title_words: words.title,
      place,
    }
  })
  return sql`
    jsonb_to_recordset(${sql.json(records)}) as written (
      id text, ${sql.unsafe(recordColumns)}, search_words text, title_words text, place integer
    )`
}

const isStockCounted = ({ variants }: NewRow): boolean => variants.some(({ stock }) => stock !== null)

/** Sets `keeps_stock` of products whose variants have stock, where rows of variants were written by themselves. */
export async function markKeptStock(tx: Tx, storeId: string, ids: string[]): Promise<void> {
  await tx`
    update products
    set keeps_stock = true
    where store_id = ${storeId} and id = any(${ids}::text[]) and not keeps_stock and exists (
      select
      from variants
      where variants.store_id = ${storeId} and product_id = products.id and removed_at is null and stock is not null
    )`
}
