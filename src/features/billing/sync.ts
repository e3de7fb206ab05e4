import type Stripe from 'stripe'
import type { Db, Tx } from '../../core/database/db.ts'
import { mailOwners } from '../mail/queue.ts'
import { lockAccountOf, type BillingAccount } from './account.ts'
import { changeBilling } from './change.ts'
import { fetchBillingSnapshot } from './snapshot.ts'
import { translateStripeErrors } from './stripe.ts'
import { resolveEntitlement, type BillingSnapshot, type Entitlement } from './entitlement.ts'

type Event = { id: string; receivedAt: string }

type Customer = Pick<BillingAccount, 'storeId' | 'customerId'>

/**
 * Sets a store's plan and billing state from the customer's current objects, whatever the event. The objects are fetched while
 * the account is locked, so that older ones never overwrite newer ones. What the operator set by hand stays until the
 * derived entitlement changes.
 */
export async function syncBilling(tx: Tx, stripe: Stripe, customer: Customer, event: Event | null = null) {
  const account = await lockAccountOf(tx, customer)
  if (!account) return
  // One checkout sends about ten events: skip those that arrived before the last fetch.
  const syncedAt = await now(tx)
  if (event && isAlreadySynced(event, account, syncedAt)) return
  const snapshot = await translateStripeErrors(fetchBillingSnapshot(stripe, customer.customerId))
  const entitlement = resolveEntitlement(snapshot)
  if (entitlement.plan === 'lifetime') await endSubscriptions(stripe, snapshot)

  const store = await findStore(tx, account.storeId)
  if (store) await applyEntitlement(tx, account, entitlement, event?.id ?? null)
  const warned = store ? await warnOncePerInvoice(tx, store, account, entitlement) : account.warnedInvoiceId
  await tx`
    update billing_accounts
    set
      subscription_id = ${entitlement.subscription?.id ?? null}, plan = ${entitlement.plan}, state = ${entitlement.state},
      warned_invoice_id = ${warned}, is_past_due = ${isPastDue(entitlement)}, ends_at = ${planEndsAt(entitlement)}, synced_at = ${syncedAt},
      updated_at = statement_timestamp()
    where store_id = ${account.storeId}`
}

// A sync in the future was recorded before the clock was set back.
const isAlreadySynced = ({ receivedAt }: Event, account: BillingAccount, now: string) =>
  account.syncedAt !== null && account.syncedAt > receivedAt && account.syncedAt <= now

async function now(tx: Tx): Promise<string> {
  const [row] = await tx<[{ now: string }]>`select statement_timestamp() as now`
  return row.now
}

export function syncStore(sql: Db, stripe: Stripe, storeId: string) {
  return sql.begin(async (tx) => {
    const [account] = await tx<{ customerId: string }[]>`
      select customer_id
      from billing_accounts
      where store_id = ${storeId} and customer_id is not null`
    if (account) await syncBilling(tx, stripe, { storeId, ...account })
  })
}

async function applyEntitlement(
  tx: Tx,
  account: BillingAccount,
  entitlement: Entitlement,
  eventId: string | null,
) {
  const { plan, state, cause } = entitlement
  const change = { ...(plan !== account.plan && { plan }), ...(state !== account.state && { state }) }
  await changeBilling(tx, account.storeId, change, { cause, eventId })
}

/** The last charge failed, and is tried again. */
const isPastDue = ({ plan, state, subscription }: Entitlement) =>
  plan === 'pro' && state === 'active' && subscription?.status === 'past_due'

/** The end of a plan that its owner cancelled, until which it is paid. */
function planEndsAt({ plan, subscription }: Entitlement): string | null {
  const endsAt = plan === 'pro' ? (subscription?.endsAt ?? null) : null
  return endsAt === null ? null : new Date(endsAt * 1000).toISOString()
}

async function warnOncePerInvoice(
  tx: Tx,
  store: { id: string; name: string },
  { warnedInvoiceId }: BillingAccount,
  entitlement: Entitlement,
): Promise<string | null> {
  const invoiceId = entitlement.subscription?.latestInvoice?.id ?? null
  if (!isPastDue(entitlement) || invoiceId === warnedInvoiceId) return warnedInvoiceId
  await mailOwners(tx, store, 'billing.past_due')
  return invoiceId
}

async function endSubscriptions(stripe: Stripe, { subscriptions }: BillingSnapshot) {
  const uncancelled = subscriptions.filter(
    ({ status }) => !['canceled', 'incomplete', 'incomplete_expired'].includes(status),
  )
  await translateStripeErrors(Promise.all(uncancelled.map(({ id }) => stripe.subscriptions.cancel(id))))
}

async function findStore(tx: Tx, id: string) {
  const [store] = await tx<{ id: string; name: string }[]>`
    select id, name
    from stores
    where id = ${id} and deleted_at is null`
  return store ?? null
}
