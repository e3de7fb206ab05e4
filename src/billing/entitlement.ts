import type { Plan, StoreRow } from '../stores/store.ts'

/** The provider's objects of a store that its entitlement depends on. Times are in seconds. */
export type BillingSnapshot = {
  subscriptions: Subscription[]
  payments: Payment[]
  /** When invoices were given up that are still not paid. */
  uncollectibleAt: number[]
}

export type Subscription = {
  id: string
  status: string
  createdAt: number
  /** When it will end; null of one that goes on. */
  endsAt: number | null
  /** Why it was canceled. */
  endedBy: string | null
  latestInvoice: { id: string; status: string | null } | null
}

/** Money that was received. */
export type Payment = {
  at: number
  isForLifetime: boolean
  /** When all of it was given back. */
  refundedAt: number | null
  /** When it was charged back, unless that was decided in our favour. An inquiry is no chargeback. */
  disputedAt: number | null
}

export type Entitlement = {
  plan: Plan
  state: StoreRow['billingState']
  cause:
    | 'unpaid'
    | 'ended_unpaid'
    | 'uncollectible'
    | 'refunded'
    | 'charged_back'
    | 'lifetime_paid'
    | 'subscribed'
    | 'no_plan'
  /** The live subscription, paid or not. */
  subscription: Subscription | null
}

/** Derives plan and billing state. A pure function of the provider's objects. */
export function resolveEntitlement(snapshot: BillingSnapshot): Entitlement {
  const { subscriptions, payments } = snapshot
  const isPaidForGood = payments.some((payment) => payment.isForLifetime && stands(payment))
  const subscription = currentOf(subscriptions)
  const isAlive = subscription !== null && alive.has(subscription.status)
  const plan = isPaidForGood ? 'lifetime' : isAlive ? 'pro' : 'free'
  const debt = debtOf(snapshot, isPaidForGood, subscription)
  return {
    plan,
    state: debt ? 'suspended' : 'active',
    cause: debt ?? ({ lifetime: 'lifetime_paid', pro: 'subscribed', free: 'no_plan' } as const)[plan],
    subscription: isAlive ? subscription : null,
  }
}

const good = new Set(['active', 'trialing', 'past_due'])
const alive = new Set([...good, 'unpaid'])
const neverBegan = new Set(['incomplete', 'incomplete_expired'])

/** The newest subscription in good standing, else the newest alive, else the newest that ever started. */
function currentOf(subscriptions: Subscription[]): Subscription | null {
  const begun = subscriptions
    .filter(({ status }) => !neverBegan.has(status))
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const newestOf = (statuses: Set<string>) => begun.find(({ status }) => statuses.has(status))
  return newestOf(good) ?? newestOf(alive) ?? begun[0] ?? null
}

/** Why the store is suspended, or null. A later payment settles a refund, a chargeback or an uncollectible invoice. */
function debtOf(
  { payments, uncollectibleAt }: BillingSnapshot,
  isPaidForGood: boolean,
  subscription: Subscription | null,
) {
  const paidSince = (at: number) => payments.some((payment) => stands(payment) && payment.at >= at)
  const isOpen = (at: number | null) => at !== null && !paidSince(at)

  if (payments.some(({ disputedAt }) => isOpen(disputedAt))) return 'charged_back'
  if (isPaidForGood) return null
  if (subscription?.status === 'unpaid') return 'unpaid'
  if (subscription && endedUnpaid(subscription)) return 'ended_unpaid'
  if (uncollectibleAt.some(isOpen)) return 'uncollectible'
  if (payments.some(({ refundedAt }) => isOpen(refundedAt))) return 'refunded'
  return null
}

const stands = ({ refundedAt, disputedAt }: Payment) => refundedAt === null && disputedAt === null

function endedUnpaid({ status, endedBy, latestInvoice }: Subscription): boolean {
  const settled = latestInvoice !== null && ['paid', 'void'].includes(latestInvoice.status ?? '')
  return status === 'canceled' && endedBy === 'payment_failed' && !settled
}
