import type Stripe from 'stripe'
import { MOST_ROWS } from '../core/chores.ts'
import type { Db } from '../core/db.ts'

const AT_ONCE = 20

/** Who deleted a store is not charged for it any more. Says whether there are more. */
export async function endSubscriptionsOfDeleted(sql: Db, stripe: Stripe): Promise<boolean> {
  const accounts = await sql<{ storeId: string; customerId: string }[]>`
    select store_id, customer_id
    from billing_accounts
    join stores on stores.id = billing_accounts.store_id
    where stores.deleted_at is not null and subscription_id is not null
    order by stores.deleted_at
    limit ${AT_ONCE}`
  for (const { storeId, customerId: customer } of accounts) {
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 }) // without those that ended
    for (const { id } of data) await stripe.subscriptions.cancel(id)
    await sql`update billing_accounts set subscription_id = null where store_id = ${storeId}`
  }
  return accounts.length === AT_ONCE
}

/** The provider sends an event again for three days, and people for a month. */
export async function forgetOldEvents(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from billing_events
    where id in (
      select id
      from billing_events
      where received_at < now() - interval '90 days'
      limit ${MOST_ROWS}
    )`
  return count === MOST_ROWS
}
