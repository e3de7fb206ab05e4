import type Stripe from 'stripe'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { mailOwners } from '../mail/queue.ts'
import { lockAccountOf, type BillingAccount } from './account.ts'
import { changeBilling } from './change.ts'
import { fetchStatement } from './statement.ts'
import { asked } from './stripe.ts'
import { judge, type Statement, type Verdict } from './verdict.ts'

/** What made us look. */
type Event = { id: string; receivedAt: string }

/**
 * Brings a store's plan and billing state to what the customer's objects say now, whatever event made us look. The
 * objects are fetched while the account is locked, so that older ones never overwrite newer ones. What the operator
 * set by hand stands until the objects say something new.
 */
export async function syncBilling(tx: Tx, stripe: Stripe, customerId: string, event: Event | null = null) {
  const account = await lockAccountOf(tx, customerId)
  if (!account) return // a customer of somebody else's on the same Stripe account
  // Ten events tell of one checkout: whoever looked after this one arrived has seen what it tells.
  const lookedAt = await now(tx)
  if (event && wasSeen(event, account, lookedAt)) return
  const statement = await asked(fetchStatement(stripe, customerId))
  const verdict = judge(statement)
  if (verdict.plan === 'lifetime') await endSubscriptions(stripe, statement)

  const store = await findStore(tx, account.storeId)
  if (store) await applyVerdict(tx, account, verdict, event?.id ?? null)
  const warned = store ? await warnOnce(tx, store, account, verdict) : account.warnedInvoiceId
  await tx`
    update billing_accounts
    set
      subscription_id = ${verdict.subscription?.id ?? null}, plan = ${verdict.plan}, state = ${verdict.state},
      warned_invoice_id = ${warned}, looked_at = ${lookedAt}, updated_at = clock_timestamp()
    where store_id = ${account.storeId}`
}

// A look that lies ahead was dated by a clock that has been set back since.
const wasSeen = ({ receivedAt }: Event, account: BillingAccount, now: string) =>
  account.lookedAt !== null && account.lookedAt > receivedAt && account.lookedAt <= now

async function now(tx: Tx): Promise<string> {
  const [row] = await tx<[{ now: string }]>`select clock_timestamp() as now`
  return row.now
}

/** The same for a store of ours, without an event; one that never went to pay is as it should be. */
export function syncStore(sql: Sql, stripe: Stripe, storeId: string) {
  return transaction(sql, async (tx) => {
    const [account] = await tx<{ customerId: string }[]>`
      select customer_id
      from billing_accounts
      where store_id = ${storeId} and customer_id is not null`
    if (account) await syncBilling(tx, stripe, account.customerId)
  })
}

async function applyVerdict(tx: Tx, account: BillingAccount, verdict: Verdict, eventId: string | null) {
  const { plan, state, cause } = verdict
  const change = { ...(plan !== account.plan && { plan }), ...(state !== account.state && { state }) }
  await changeBilling(tx, account.storeId, change, { cause, eventId })
}

/** A card was refused and will be tried again: the owner is told, once for each invoice. */
async function warnOnce(
  tx: Tx,
  store: { id: string; name: string },
  { warnedInvoiceId }: BillingAccount,
  { plan, state, subscription }: Verdict,
): Promise<string | null> {
  const isLate = plan === 'pro' && state === 'active' && subscription?.status === 'past_due'
  const invoiceId = subscription?.latestInvoice?.id ?? null
  if (!isLate || invoiceId === warnedInvoiceId) return warnedInvoiceId
  await mailOwners(tx, store, 'billing.past_due')
  return invoiceId
}

/** Who paid for good pays no month more. */
async function endSubscriptions(stripe: Stripe, { subscriptions }: Statement) {
  const charging = subscriptions.filter(
    ({ status }) => !['canceled', 'incomplete', 'incomplete_expired'].includes(status),
  )
  await asked(Promise.all(charging.map(({ id }) => stripe.subscriptions.cancel(id))))
}

async function findStore(tx: Tx, id: string) {
  const [store] = await tx<{ id: string; name: string }[]>`
    select id, name
    from stores
    where id = ${id} and deleted_at is null`
  return store ?? null
}
