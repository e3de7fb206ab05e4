import type { Sql } from '../core/database/db.ts'
import type { Plan } from '../stores/store.ts'
import { isNear } from './cap-warning.ts'
import { CAPS, type Capped } from './plans.ts'

export type Usage = { resource: Capped; used: number; limit: number; isNear: boolean }

/** What an owner should know of plan and payment. */
export type BillingOverview = {
  usage: Usage[]
  /** The customer at the payment provider; null of a store that never went to pay. */
  customerId: string | null
  /** The last invoice could not be charged, and is tried again. */
  isPastDue: boolean
  /** When a plan ends that its owner cancelled. */
  endsAt: string | null
}

type Row = Record<Capped, number> & {
  customerId: string | null
  isPastDue: boolean | null
  endsAt: string | null
}

/** Counts the usage as the operations that enforce the limits do, in one round trip. */
export async function readOverview(
  sql: Sql,
  { id, plan }: { id: string; plan: Plan },
): Promise<BillingOverview> {
  const [row] = await sql<[Row]>`
    select
      counted(${id}, array['products.active', 'products.inactive']) as products,
      (select count(*) from categories where store_id = ${id}) as categories,
      (select count(*) from discounts where store_id = ${id} and is_active) as discounts,
      (select count(*) from shipping_options where store_id = ${id}) as shipping_options,
      (select count(*) from members where store_id = ${id})
        + (select count(*) from invitations where store_id = ${id} and expires_at > now()) as members,
      (
        select count(*)
        from api_keys
        where store_id = ${id} and revoked_at is null and replaced_by is null
        and (expires_at is null or expires_at > now())
      ) as api_keys,
      (select count(*) from webhooks where store_id = ${id}) as webhooks,
      counted(${id}, array['pictures']) as images,
      counted(${id}, array['pictures.bytes']) / 1048576 as image_megabytes,
      (select customer_id from billing_accounts where store_id = ${id}) as customer_id,
      (select is_past_due from billing_accounts where store_id = ${id}) as is_past_due,
      (select ends_at from billing_accounts where store_id = ${id}) as ends_at`
  const { customerId, isPastDue, endsAt, ...used } = row
  const limits = plan === 'free' ? CAPS.free : CAPS.paid
  const usage = (Object.keys(limits) as Capped[]).map((resource) => {
    const limit = limits[resource]
    return { resource, used: used[resource], limit, isNear: isNear(used[resource], limit) }
  })
  return { usage, customerId, isPastDue: isPastDue ?? false, endsAt }
}
