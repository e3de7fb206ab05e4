import { buildIndexes } from '../core/database/build-indexes.ts'
import type { Db } from '../core/database/db.ts'

/** Builds the indexes by which somebody who writes is found: as a store's number, and as a customer's. */
export async function buildPhoneIndexes(sql: Db): Promise<boolean> {
  await buildIndexes(sql, 'stores', {
    stores_by_number: '(whatsapp_number) where whatsapp_number is not null',
  })
  return buildIndexes(sql, 'customers', { customers_by_phone: '(phone, last_order_at desc)' })
}
