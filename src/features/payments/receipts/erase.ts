import type { Tx } from '../../../core/database/db.ts'

export async function deleteReceiptsOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from receipts where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
