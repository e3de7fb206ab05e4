import type { Sql } from '../../core/database/db.ts'
import { wholeWords } from '../../core/pages/format.ts'
import { listedColumns, onSale, type ListedProduct } from '../../features/catalog/catalog.ts'

/** The plan's maximum of products, and as many variants in total, shared out over the products. */
const MAX_ENTRIES = 10_000
const MAX_OFFERS = 10_000
/** Characters of all descriptions together, and of one. */
const MAX_DESCRIPTIONS = 2_000_000
const MAX_DESCRIPTION = 1_000
const ENTRIES_A_READ = 200

type Entry = { id: string; slug: string; categoryId: string | null; updatedAt: string }

export async function listEntries(sql: Sql, storeId: string): Promise<Entry[]> {
  return sql<Entry[]>`
    select products.id, products.slug, category_id, products.updated_at
    from products
    where ${onSale(sql, storeId)}
    order by created_at, products.id
    limit ${MAX_ENTRIES}`
}

/**
 * Reads the products of these entries in batches, for machines that read whole catalogs. Each product gets its share of MAX_OFFERS
 * and MAX_DESCRIPTIONS, because 100 variants and 5,000 characters of each would be too much.
 */
export async function* readProducts(sql: Sql, storeId: string, entries: Entry[], total: number) {
  const variants = Math.max(1, Math.floor(MAX_OFFERS / total))
  const offers = Math.min(MAX_OFFERS, total * Math.min(variants, 100))
  const description = Math.min(MAX_DESCRIPTION, Math.floor(MAX_DESCRIPTIONS / offers))
  for (let n = 0; n < entries.length; n += ENTRIES_A_READ) {
    const ids = entries.slice(n, n + ENTRIES_A_READ).map(({ id }) => id)
    yield await readBatch(sql, storeId, ids, { variants, description })
  }
}

async function readBatch(
  sql: Sql,
  storeId: string,
  ids: string[],
  limits: { variants: number; description: number },
): Promise<ListedProduct[]> {
  const rows = await sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId, limits)}
    from unnest(${ids}::text[]) with ordinality as entries (id, n)
    join products on products.store_id = ${storeId} and products.id = entries.id
    where ${onSale(sql, storeId)}
    order by n`
  return rows.map(({ description, ...row }) => ({
    ...row,
    description: description && wholeWords(description, limits.description),
  }))
}
