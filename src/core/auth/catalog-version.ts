import type { Sql } from '../database/db.ts'

/**
 * The version of what the API shows of a store's catalog, for a query over `stores`: raised by each change of the catalog, and by
 * each order that takes or gives back stock, which only adds to a counter: it never waits for another.
 */
export const catalogVersion = (sql: Sql) => sql`
  (stores.catalog_version + (
    select coalesce(sum(value), 0)
    from counters
    where store_id = stores.id and name in ('stock.exact', 'stock.shown')
  ))::bigint`
