import type { Plan, StoreRow } from '../stores/store.ts'

/** The provider's objects of a store that its entitlement depends on. Times are in seconds. */
export type BillingSnapshot = {
  subscriptions: Subscription[]
  payments: Payment[]
  uncollectibleAt: number[]
}

export type Subscription = {
  id: string
  status: string
  createdAt: number
  /** When it will end; null where it is renewed. */
  endsAt: number | null
  endedBy: string | null
  latestInvoice: { id: string; status: string | null } | null
}

export type Payment = {
  at: number
  isForLifetime: boolean
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
  const hasLifetime = payments.some((payment) => payment.isForLifetime && !isReversed(payment))
  const subscription = currentSubscription(subscriptions)
  const isLive = subscription !== null && liveStatuses.has(subscription.status)
  const plan = hasLifetime ? 'lifetime' : isLive ? 'pro' : 'free'
  const suspendedBy = suspensionCause(snapshot, hasLifetime, subscription)
  return {
    plan,
    state: suspendedBy ? 'suspended' : 'active',
    cause: suspendedBy ?? ({ lifetime: 'lifetime_paid', pro: 'subscribed', free: 'no_plan' } as const)[plan],
    subscription: isLive ? subscription : null,
  }
}

const goodStandingStatuses = new Set(['active', 'trialing', 'past_due'])
const liveStatuses = new Set([...goodStandingStatuses, 'unpaid'])
const unstartedStatuses = new Set(['incomplete', 'incomplete_expired'])

function currentSubscription(subscriptions: Subscription[]): Subscription | null {
  const started = subscriptions
    .filter(({ status }) => !unstartedStatuses.has(status))
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const newestOf = (statuses: Set<string>) => started.find(({ status }) => statuses.has(status))
  return newestOf(goodStandingStatuses) ?? newestOf(liveStatuses) ?? started[0] ?? null
}

/** Why the store is suspended, or null. A later payment settles a refund, a chargeback or an uncollectible invoice. */
function suspensionCause(
  { payments, uncollectibleAt }: BillingSnapshot,
  hasLifetime: boolean,
  subscription: Subscription | null,
) {
  const paidSince = (at: number) => payments.some((payment) => !isReversed(payment) && payment.at >= at)
  const isUnsettled = (at: number | null) => at !== null && !paidSince(at)

  if (payments.some(({ disputedAt }) => isUnsettled(disputedAt))) return 'charged_back'
  if (hasLifetime) return null
  if (subscription?.status === 'unpaid') return 'unpaid'
  if (subscription && endedUnpaid(subscription)) return 'ended_unpaid'
  if (uncollectibleAt.some(isUnsettled)) return 'uncollectible'
  if (payments.some(({ refundedAt }) => isUnsettled(refundedAt))) return 'refunded'
  return null
}

const isReversed = ({ refundedAt, disputedAt }: Payment) => refundedAt !== null || disputedAt !== null

function endedUnpaid({ status, endedBy, latestInvoice }: Subscription): boolean {
  const isInvoiceClosed = latestInvoice !== null && ['paid', 'void'].includes(latestInvoice.status ?? '')
  return status === 'canceled' && endedBy === 'payment_failed' && !isInvoiceClosed
}
