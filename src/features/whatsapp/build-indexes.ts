import { buildIndexes } from '../../core/database/build-indexes.ts'
import type { Db } from '../../core/database/db.ts'

/** Builds the indexes by which somebody who writes is found: as a store's number, as a customer's, and as an owner who waits. */
export async function buildPhoneIndexes(sql: Db): Promise<boolean> {
  await buildIndexes(sql, 'stores', {
    stores_by_number: '(whatsapp_number) where whatsapp_number is not null',
  })
  await buildIndexes(sql, 'whatsapp_messages', {
    whatsapp_messages_of_owners: '(phone, n) where handled_at is null and from_owner',
  })
  return buildIndexes(sql, 'customers', { customers_by_phone: '(phone, last_order_at desc)' })
}
