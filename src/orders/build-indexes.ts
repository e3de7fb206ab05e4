import type { Db } from '../core/database/db.ts'

/** Of the lists by payment and by the last change, and of receipts, which have the token alone. */
export const orderIndexes = {
  orders_by_payment: '(store_id, payment_state, created_at desc, id desc) where payment_state is not null',
  orders_by_token: '(tracking_token)',
  orders_by_update: '(store_id, updated_at desc, id desc)',
}

/**
 * Builds the indexes on orders that came with 0.4.0 while orders are written, which no migration may do. One that an interrupted
 * build left invalid is built again. @returns that there is no more to do
 */
export async function buildOrderIndexes(sql: Db): Promise<boolean> {
  const session = await sql.reserve()
  try {
    await session`set statement_timeout = 0` // of many millions of orders it takes minutes
    for (const [name, columns] of Object.entries(orderIndexes)) {
      const [index] = await session<{ isValid: boolean }[]>`
        select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`
      if (index?.isValid) continue
      if (index) await session.unsafe(`drop index concurrently ${name}`)
      await session.unsafe(`create index concurrently if not exists ${name} on orders ${columns}`)
    }
    return false
  } finally {
    await session`reset statement_timeout`
    session.release()
  }
}
