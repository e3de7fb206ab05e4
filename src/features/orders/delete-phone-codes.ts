import type { Tx } from '../../core/database/db.ts'

export async function deletePhoneCodesOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from phone_codes where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
