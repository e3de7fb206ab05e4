import type { Db } from '../core/database/db.ts'

/** Longer than a product can be restored. */
const RETENTION_DAYS = 90
/** Products or variants per run: each is looked up in reviews and sums. */
const MAX_PRODUCTS = 500

/** Deletes the rows of products that were marked as deleted long ago, unless they were ever sold or reviewed. */
export async function purgeDeletedProducts(sql: Db): Promise<boolean> {
  return sql.begin(async (tx) => {
    const purgeable = await tx<{ storeId: string; id: string }[]>`
      select store_id, id
      from products
      where deleted_at < now() - make_interval(days => ${RETENTION_DAYS})
      and not exists (
        select from reviews where reviews.store_id = products.store_id and product_id = products.id
      )
      and not exists (
        select
        from product_sums
        where product_sums.store_id = products.store_id and span = 'ever' and product_id = products.id
      )
      limit ${MAX_PRODUCTS}
      for update skip locked`
    const stores = purgeable.map(({ storeId }) => storeId)
    const ids = purgeable.map(({ id }) => id)
    await tx`
      delete from variants
      where (store_id, product_id) in (select * from unnest(${stores}::text[], ${ids}::text[]))`
    await tx`
      delete from products
      where (store_id, id) in (select * from unnest(${stores}::text[], ${ids}::text[]))`
    return purgeable.length === MAX_PRODUCTS
  })
}

/** Deletes variants 90 days after their removal; orders have copies of their names. */
export async function purgeRemovedVariants(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from variants
    where (store_id, id) in (
      select store_id, id
      from variants
      where removed_at < now() - make_interval(days => ${RETENTION_DAYS})
      limit ${MAX_PRODUCTS}
      for update skip locked
    )`
  return count === MAX_PRODUCTS
}
