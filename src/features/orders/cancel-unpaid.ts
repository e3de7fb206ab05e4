import type { Config } from '../../core/config/config.ts'
import { transaction, type Db, type Sql } from '../../core/database/db.ts'
import type { Log } from '../../core/process/log.ts'
import { moveOrder } from './move.ts'
import { lockOrder } from './order-row.ts'

const MAX_ORDERS = 200

type Deadline = { id: string; hours: number }

/**
 * Cancels the pending orders of stores with `unpaidHours` that nobody paid in time: counted from the order, but none sooner than
 * an hour after the hours were set, or after its payment was moved back, perhaps by mistake. Orders in cash and those whose
 * receipt is in review wait. One that fails does not keep the others waiting. @returns whether there are more
 */
export async function cancelUnpaidOrders(sql: Db, log: Log, config: Config): Promise<boolean> {
  const stores = await sql<Deadline[]>`
    select id, unpaid_hours as hours
    from stores
    where unpaid_hours is not null and unpaid_hours_set_at < now() - interval '1 hour' and deleted_at is null`
  let hasMore = false
  for (const { id: storeId, hours } of stores) {
    const orders = await findUnpaid(sql, storeId, hours)
    let failed = 0
    for (const { id } of orders) {
      try {
        await cancelWhileUnpaid(sql, config, { storeId, id })
      } catch (err) {
        failed++
        log.error({ err, store: storeId, order: id }, 'unpaid order could not be cancelled')
      }
    }
    hasMore ||= orders.length === MAX_ORDERS && failed < MAX_ORDERS
  }
  return hasMore
}

const findUnpaid = (sql: Sql, storeId: string, hours: number) => sql<{ id: string }[]>`
  select id
  from orders
  where store_id = ${storeId}
  and payment_state between 'PENDING' and 'PENDING' -- as a range, like the lists, so that their index is used
  and created_at < now() - make_interval(hours => ${hours})
  and status = 'pending' and payment ->> 'kind' <> 'cash'
  and coalesce((payment -> 'history' -> -1 ->> 'at')::timestamptz, created_at) < now() - interval '1 hour'
  order by payment_state, created_at desc, id desc
  limit ${MAX_ORDERS}`

/** Under the order's lock: it may have been paid, or cancelled by somebody else, since it was found. */
function cancelWhileUnpaid(sql: Sql, config: Config, { storeId, id }: { storeId: string; id: string }) {
  return transaction(sql, async (tx) => {
    const { status, paymentState } = await lockOrder(tx, storeId, id)
    if (status !== 'pending' || paymentState !== 'PENDING') return
    await moveOrder(tx, config, { storeId, id, to: 'cancelled', by: 'system' })
  })
}
