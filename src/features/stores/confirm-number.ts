import type { Db, Sql } from '../../core/database/db.ts'
import { storeColumns, type StoreRow } from './store.ts'

/**
 * Confirms that this number is the store's: while it is its setting, it gets notices.
 * @param by the account that commands by it, or `OPERATOR`
 */
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

const MAX_STORES = 500

/** Decides about numbers that were set before numbers were confirmed: those of stores that had a notice are confirmed. */
export async function judgeFormerNumbers(sql: Db): Promise<boolean> {
  const stores = await sql<{ id: string }[]>`
    select id from stores where confirmed_number is null limit ${MAX_STORES}`
  for (const { id } of stores) {
    const [notice] = await sql`
      select from orders
      where store_id = ${id} and notification_state in ('SENT', 'DELIVERED', 'READ')
      limit 1`
    await sql`
      update stores
      set confirmed_number = coalesce(${notice ? sql`whatsapp_number` : null}, '')
      where id = ${id} and confirmed_number is null`
  }
  return stores.length === MAX_STORES
}
