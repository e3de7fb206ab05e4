import type { Db, Tx } from '../core/database/db.ts'
import { purgeRows } from '../core/database/purge-rows.ts'

/** Deletes the codes that confirm phones, a week after they expired. */
export async function purgePhoneCodes(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'phone_codes',
    key: sql`store_id, code`,
    where: sql`expires_at < now() - interval '7 days'`,
  })
}

/** Deletes the codes of orders, such as those of an erased customer. */
export async function deletePhoneCodesOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from phone_codes where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
