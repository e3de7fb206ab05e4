import type { Sql, Db, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { productColumns, toProduct, type Product, type ProductRow } from './product.ts'
import { t } from '../../core/texts/text.ts'

type DeletedProduct = Product & { deletedAt: string }

export async function listDeletedProducts(
  sql: Sql,
  storeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: DeletedProduct[]; total: number }> {
  const isRestorable = restorableOf(sql, storeId)
  const [rows, [count]] = await Promise.all([
    sql<(ProductRow & { deletedAt: string })[]>`
      select ${productColumns(sql)}, deleted_at
      from products
      where ${isRestorable}
      order by deleted_at desc, id desc
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from products where ${isRestorable}`,
  ])
  return { data: rows.map((row) => ({ ...toProduct(row), deletedAt: row.deletedAt })), total: count.total }
}

export async function nameOfDeleted(sql: Sql, storeId: string, id: string): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from products where ${restorableOf(sql, storeId)} and id = ${id}`
  if (!row) throw notFound(t('El producto'))
  return row.name
}

const restorableOf = (sql: Sql, storeId: string) =>
  sql`store_id = ${storeId} and deleted_at > now() - interval '30 days'`

const RETENTION_DAYS = 90
/** Those that were sold stay: without an end each run would read all that ever were. Who was away for longer keeps some rows. */
const LOOK_BACK_DAYS = 30
/** Products or variants per run: each is looked up in reviews and sums. */
const MAX_PURGED = 500

/** Deletes the rows of products that were marked as deleted long ago, unless they were ever sold or reviewed. */
export async function purgeDeletedProducts(sql: Db): Promise<boolean> {
  const old = await sql<{ storeId: string; id: string }[]>`
    select store_id, id
    from (
      select store_id, id
      from products
      where deleted_at < now() - make_interval(days => ${RETENTION_DAYS})
      and deleted_at > now() - make_interval(days => ${RETENTION_DAYS + LOOK_BACK_DAYS})
      order by deleted_at
      offset 0 -- along its index, before the others are joined
    ) as old
    where not exists (
      select from reviews where reviews.store_id = old.store_id and product_id = old.id
    )
    and not exists (
      select
      from product_sums
      where product_sums.store_id = old.store_id and span = 'ever' and product_id = old.id
    )
    limit ${MAX_PURGED}`
  for (const [storeId, some] of Map.groupBy(old, (product) => product.storeId)) {
    const ids = some.map(({ id }) => id)
    await sql.begin((tx) => purgeOfStore(tx, storeId, ids))
  }
  return old.length === MAX_PURGED
}

/** Without those that were restored meanwhile, or are being. */
async function purgeOfStore(tx: Tx, storeId: string, ids: string[]) {
  const locked = await tx<{ id: string }[]>`
    select id
    from products
    where store_id = ${storeId} and id = any(${ids}) and deleted_at is not null
    for update skip locked`
  const gone = locked.map(({ id }) => id)
  await tx`delete from variants where store_id = ${storeId} and product_id = any(${gone}::text[])`
  await tx`delete from products where store_id = ${storeId} and id = any(${gone}::text[])`
}
