import type { Db, Tx } from '../../core/database/db.ts'
import { purgeRows } from '../../core/database/purge-rows.ts'

/** Receipts of one statement: each may have several megabytes. */
const MAX_RECEIPTS = 500

/** Deletes receipts after 180 days, with their keys. */
export async function purgeOldReceipts(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'receipts',
    key: sql`store_id, id`,
    where: sql`created_at < now() - interval '180 days'`,
    max: MAX_RECEIPTS,
  })
}

/** Deletes the receipts of orders, such as those of an erased customer. */
export async function deleteReceiptsOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from receipts where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
