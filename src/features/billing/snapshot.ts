import type Stripe from 'stripe'
import type { Payment, BillingSnapshot, Subscription } from './entitlement.ts'

const MAX_OBJECTS = 2_000

export async function fetchBillingSnapshot(stripe: Stripe, customer: string): Promise<BillingSnapshot> {
  const page = { customer, limit: 100 }
  const all = { limit: MAX_OBJECTS }
  const [subscriptions, intents, uncollectible] = await Promise.all([
    stripe.subscriptions
      .list({ ...page, status: 'all', expand: ['data.latest_invoice'] })
      .autoPagingToArray(all),
    stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge.refunds'] }).autoPagingToArray(all),
    stripe.invoices.list({ ...page, status: 'uncollectible' }).autoPagingToArray(all),
  ])
  const paid = intents.filter(({ status, latest_charge: charge }) => status === 'succeeded' && charge)
  return {
    subscriptions: subscriptions.map(toSubscription),
    payments: await Promise.all(paid.map((intent) => toPayment(stripe, intent))),
    uncollectibleAt: uncollectible.map(
      ({ status_transitions: at, created }) => at.marked_uncollectible_at ?? created,
    ),
  }
}

function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, latest_invoice: invoice } = subscription
  return {
    id,
    status,
    createdAt: subscription.created,
    endsAt: subscription.cancel_at ?? null,
    endedBy: subscription.cancellation_details?.reason ?? null,
    latestInvoice: invoice && typeof invoice === 'object' ? { id: invoice.id, status: invoice.status } : null,
  }
}

async function toPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Payment> {
  const charge = intent.latest_charge as Stripe.Charge
  return {
    at: charge.created,
    isForLifetime: intent.metadata['plan'] === 'lifetime',
    refundedAt: refundedAt(charge),
    disputedAt: charge.disputed ? await disputedAt(stripe, charge.id) : null,
  }
}

function refundedAt({ refunded, refunds, created }: Stripe.Charge): number | null {
  return refunded ? Math.max(created, ...(refunds?.data ?? []).map((refund) => refund.created)) : null
}

async function disputedAt(stripe: Stripe, charge: string): Promise<number | null> {
  const { data } = await stripe.disputes.list({ charge, limit: 100 })
  const chargebacks = data.filter(({ status }) => !/^(won|prevented|warning_.*)$/.test(status))
  return chargebacks.length === 0 ? null : Math.max(...chargebacks.map(({ created }) => created))
}
