import type { Sql } from '../../core/database/db.ts'
import type { Order } from './order.ts'

type NotificationState = Order['notification']['state']

/** States in order: status callbacks arrive repeatedly and out of order, and only a later state replaces an earlier one. */
const stateOrder: NotificationState[] = ['QUEUED', 'SENT', 'FAILED', 'DELIVERED', 'READ']

export async function advanceNotification(
  sql: Sql,
  orders: { storeId: string; id: string }[],
  to: NotificationState,
  reason: string | null = null,
) {
  const earlier = stateOrder.slice(0, stateOrder.indexOf(to))
  const byStore = Map.groupBy(orders, ({ storeId }) => storeId)
  // One lock order for every batch, of stores and of orders: no deadlock.
  for (const [storeId, some] of [...byStore].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      with named as (
        select id
        from orders
        where store_id = ${storeId}
        and id = any(${some.map(({ id }) => id)}::text[])
        and notification_state = any(${earlier})
        order by id
        for update
      )
      update orders
      set
        notification_state = ${to},
        notification_reason = ${reason},
        notification_updated_at = date_trunc('milliseconds', statement_timestamp())
      from named
      where orders.store_id = ${storeId} and orders.id = named.id`
  }
}

/** Sets a failed notification back to QUEUED. @returns whether it had failed */
export async function requeueNotification(
  sql: Sql,
  order: { storeId: string; id: string },
): Promise<boolean> {
  const { count } = await sql`
    update orders
    set
      notification_state = 'QUEUED',
      notification_reason = null,
      notification_updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${order.storeId} and id = ${order.id} and notification_state = 'FAILED'`
  return count > 0
}

/** A condition on deliveries: WhatsApp accepted the notice, and reported later that it could not deliver it. */
export const isUndeliveredNotice = (sql: Sql): ReturnType<Sql> => sql`
  kind = 'whatsapp'
  and state = 'done'
  and exists (
    select
    from orders
    where orders.store_id = deliveries.store_id
    and orders.id = deliveries.subject_id
    and orders.notification_state = 'FAILED'
  )`
