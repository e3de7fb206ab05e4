import type { Sql } from '../core/database/db.ts'
import type { Order } from './order.ts'

type NotificationState = Order['notification']['state']

/** States in order: status callbacks arrive repeatedly and out of order, and only a later state replaces an earlier one. */
const forward: NotificationState[] = ['QUEUED', 'SENT', 'FAILED', 'DELIVERED', 'READ']

/** Advances the notification state of these orders; never moves it back. */
export async function moveNotification(
  sql: Sql,
  orders: { storeId: string; id: string }[],
  to: NotificationState,
  reason: string | null = null,
) {
  if (orders.length === 0) return
  const earlier = forward.slice(0, forward.indexOf(to))
  await sql`
    with named as (
      select orders.store_id, orders.id
      from orders
      join unnest(
        ${orders.map(({ storeId }) => storeId)}::text[],
        ${orders.map(({ id }) => id)}::text[]
      ) as input (store_id, id) using (store_id, id)
      where notification_state = any(${earlier})
      order by store_id, id -- one lock order for every batch: no deadlock
      for update of orders
    )
    update orders
    set
      notification_state = ${to},
      notification_reason = ${reason},
      notification_updated_at = date_trunc('milliseconds', clock_timestamp())
    from named
    where orders.store_id = named.store_id and orders.id = named.id`
}

/** Sends the notice of an order again that could not be sent, or did not arrive. @returns whether it had failed */
export async function reopenNotification(sql: Sql, order: { storeId: string; id: string }): Promise<boolean> {
  const { count } = await sql`
    update orders
    set
      notification_state = 'QUEUED',
      notification_reason = null,
      notification_updated_at = date_trunc('milliseconds', clock_timestamp())
    where store_id = ${order.storeId} and id = ${order.id} and notification_state = 'FAILED'`
  return count > 0
}

/** A condition on deliveries: WhatsApp accepted the notice, and reported later that it could not deliver it. */
export const isFailedNotice = (sql: Sql): ReturnType<Sql> => sql`
  kind = 'whatsapp'
  and state = 'done'
  and exists (
    select
    from orders
    where orders.store_id = deliveries.store_id
    and orders.id = deliveries.subject_id
    and orders.notification_state = 'FAILED'
  )`
