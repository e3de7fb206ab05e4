import type { Sql } from '../../core/database/db.ts'
import type { Plan } from '../stores/store.ts'
import { isNearCap } from './cap-warning.ts'
import { capsOf, type Capped } from './plans.ts'

export type Usage = { resource: Capped; used: number; limit: number; isNear: boolean }

export type BillingOverview = {
  usage: Usage[]
  /** The customer at the payment provider; null before the first checkout. */
  customerId: string | null
  /** The last invoice could not be charged, and is tried again. */
  isPastDue: boolean
  endsAt: string | null
}

export type OverviewRow = Record<Capped, number> & {
  customerId: string | null
  isPastDue: boolean | null
  endsAt: string | null
}

export async function readOverview(
  sql: Sql,
  { id, plan }: { id: string; plan: Plan },
): Promise<BillingOverview> {
  const [row] = await selectOverview(sql, id)
  return toOverview(row, plan)
}

/** A query or a part of one. The counters are read together: before PostgreSQL 18 each `counted` would be planned anew. */
export const selectOverview = (sql: Sql, storeId: string) => sql<[OverviewRow]>`
  select
    counters.products, counters.images, counters.image_megabytes,
    (select count(*) from categories where store_id = ${storeId}) as categories,
    (select count(*) from discounts where store_id = ${storeId} and is_active) as discounts,
    (select count(*) from shipping_options where store_id = ${storeId}) as shipping_options,
    (select count(*) from members where store_id = ${storeId})
      + (select count(*) from invitations where store_id = ${storeId} and expires_at > now()) as members,
    (
      select count(*)
      from api_keys
      where store_id = ${storeId} and revoked_at is null and replaced_by is null
      and (expires_at is null or expires_at > now())
    ) as api_keys,
    (select count(*) from webhooks where store_id = ${storeId}) as webhooks,
    account.customer_id, account.is_past_due, account.ends_at
  from (
    select
      coalesce(sum(value) filter (where name like 'products.%'), 0)::bigint as products,
      coalesce(sum(value) filter (where name = 'pictures'), 0)::bigint as images,
      coalesce(sum(value) filter (where name = 'pictures.bytes'), 0)::bigint / 1048576 as image_megabytes
    from counters
    where store_id = ${storeId}
    and name in ('products.active', 'products.inactive', 'pictures', 'pictures.bytes')
  ) as counters
  left join billing_accounts account on account.store_id = ${storeId}`

export function toOverview(row: OverviewRow, plan: Plan): BillingOverview {
  const { customerId, isPastDue, endsAt, ...used } = row
  const limits = capsOf(plan)
  const usage = (Object.keys(limits) as Capped[]).map((resource) => {
    const limit = limits[resource]
    return { resource, used: used[resource], limit, isNear: isNearCap(used[resource], limit) }
  })
  return { usage, customerId, isPastDue: isPastDue ?? false, endsAt }
}
