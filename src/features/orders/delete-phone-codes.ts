import type { Tx } from '../../core/database/db.ts'

/** Deletes the codes of orders, such as those of an erased customer. */
export async function deletePhoneCodesOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from phone_codes where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
