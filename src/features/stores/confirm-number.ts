import type { Sql } from '../../core/database/db.ts'
import { storeColumns, type StoreRow } from './store.ts'

/** While it is the store's setting, it gets notices. @param by the account that commands by it, or `OPERATOR` */
export async function confirmNumber(
  sql: Sql,
  storeId: string,
  number: string,
  by: string,
): Promise<StoreRow> {
  const [store] = await sql<[StoreRow]>`
    update stores
    set confirmed_number = ${number}, confirmed_by = ${by}
    where id = ${storeId}
    returning ${storeColumns(sql)}`
  return store
}
