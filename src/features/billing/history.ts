import type { Sql } from '../../core/database/db.ts'
import type { Plan, StoreRow } from '../stores/store.ts'

type BillingChange = {
  at: string
  planBefore: Plan
  plan: Plan
  stateBefore: StoreRow['billingState']
  state: StoreRow['billingState']
  /** `operator`, or the reason derived from the payment provider's objects. */
  cause: string
  eventId: string | null
}

export async function listBillingChanges(sql: Sql, storeId: string): Promise<BillingChange[]> {
  return sql<BillingChange[]>`
    select created_at as at, plan_before, plan, state_before, state, cause, event_id
    from billing_changes
    where store_id = ${storeId}
    order by created_at desc, id desc
    limit 200`
}
