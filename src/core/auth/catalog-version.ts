import type { Sql } from '../database/db.ts'

/** For a query over `stores`: raised by each change of the catalog and, where stock is counted, by each order. */
export const catalogVersion = (sql: Sql) => sql`
  (stores.catalog_version + case when stores.keeps_stock then stock_version(stores.id) else 0 end)`
