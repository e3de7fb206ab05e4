import type { Tx } from '../../core/database/db.ts'
import { mailOwners } from '../mail/queue.ts'
import type { Plan } from '../stores/store.ts'

const WARN_RATIO = 0.8
/** Smaller limits are reached with the second or third item: no warning comes before them. */
const MIN_WARNED_CAP = 5

export const isNearCap = (used: number, limit: number) =>
  limit >= MIN_WARNED_CAP && used >= limit * WARN_RATIO

type Cap = { resource: string; what: string; used: number; limit: number }

/** Mails the owners that a limit is near, once per limit and month, in the transaction that uses it. */
export async function warnOfCap(tx: Tx, storeId: string, plan: Plan, { resource, what, used, limit }: Cap) {
  const [warned] = await tx<{ name: string }[]>`
    with warned as (
      insert into cap_warnings as earlier (store_id, resource, month)
      values (${storeId}, ${resource}, date_trunc('month', now() at time zone 'UTC')::date)
      on conflict (store_id, resource) do update
      set month = excluded.month
      where earlier.month < excluded.month
      returning store_id
    )
    select stores.name
    from warned
    join stores on stores.id = warned.store_id`
  if (!warned) return
  const store = { id: storeId, name: warned.name }
  await mailOwners(tx, store, 'billing.cap_near', { what, used, limit, isFree: plan === 'free' })
}
