import type { Db, Tx, Sql } from '../../core/database/db.ts'
import { newId } from '../../core/values/id.ts'
import { lockClaimants, settleDomain } from '../domains/settle.ts'
import { mailOwners } from '../mail/queue.ts'
import { lockStore } from '../stores/find.ts'
import { storeColumns, type Plan, type StoreRow } from '../stores/store.ts'
import type { Entitlement } from './entitlement.ts'

type Change = { plan?: Plan; state?: StoreRow['billingState'] }
type Reason = { cause: Entitlement['cause'] | 'operator'; eventId?: string | null }

/** By the operator. In force on the next request of every key. @throws 404 */
export const setPlan = (sql: Db, storeId: string, plan: Plan) =>
  sql.begin((tx) => changeBilling(tx, storeId, { plan }, { cause: 'operator' }))

/** By the operator. In force on the next request of every key. @throws 404 */
export const setBillingState = (sql: Db, storeId: string, state: StoreRow['billingState']) =>
  sql.begin((tx) => changeBilling(tx, storeId, { state }, { cause: 'operator' }))

/** Changes a store's plan, billing state or both, records the cause, and mails the owners a new state. @throws 404 */
export async function changeBilling(
  tx: Tx,
  storeId: string,
  change: Change,
  { cause, eventId = null }: Reason,
): Promise<StoreRow> {
  await lockClaimants(tx, storeId)
  const before = await lockStore(tx, storeId)
  const { plan = before.plan, state = before.billingState } = change
  if (plan === before.plan && state === before.billingState) return before

  const [store] = await tx<[StoreRow]>`
    update stores
    set plan = ${plan}, billing_state = ${state}, updated_at = statement_timestamp()
    where id = ${storeId}
    returning ${storeColumns(tx)}`
  await tx`
    insert into billing_changes (store_id, id, plan_before, plan, state_before, state, cause, event_id)
    values (
      ${storeId}, ${newId()}, ${before.plan}, ${plan}, ${before.billingState}, ${state}, ${cause}, ${eventId}
    )`
  if (plan !== before.plan) await settleDomain(tx, storeId)
  if (state !== before.billingState) {
    await mailOwners(tx, store, state === 'suspended' ? 'billing.suspended' : 'billing.restored')
  }
  return store
}

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
