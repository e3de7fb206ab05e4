import type Stripe from 'stripe'
import type { Db } from '../../core/database/db.ts'
import type { Log } from '../../core/process/log.ts'
import { isNotFound } from './stripe.ts'

const BATCH_SIZE = 20

export async function endSubscriptionsOfDeleted(sql: Db, log: Log, stripe: Stripe): Promise<boolean> {
  const accounts = await sql<{ storeId: string; customerId: string }[]>`
    select store_id, customer_id
    from billing_accounts
    join stores on stores.id = billing_accounts.store_id
    where stores.deleted_at is not null and subscription_id is not null
    order by billing_accounts.updated_at
    limit ${BATCH_SIZE}`
  let ended = 0
  for (const { storeId, customerId } of accounts) {
    try {
      await endSubscriptions(stripe, customerId)
      await sql`update billing_accounts set subscription_id = null where store_id = ${storeId}`
      ended++
    } catch (err) {
      // Moved behind the others, and retried with the next batch.
      await sql`update billing_accounts set updated_at = statement_timestamp() where store_id = ${storeId}`
      log.error({ err, store: storeId }, 'subscription of a deleted store could not be ended')
    }
  }
  return ended === BATCH_SIZE
}

async function endSubscriptions(stripe: Stripe, customer: string) {
  try {
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 }) // without those that ended
    for (const { id } of data) await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!(await isNotFound(error))) throw error // a customer that was deleted there has none
  }
}
