import type Stripe from 'stripe'
import { transaction, type Sql } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { lockAccount } from './account.ts'
import { fetchBillingSnapshot } from './snapshot.ts'
import { canBuy, lookupKeys, type PaidPlan } from './prices.ts'
import { translateStripeErrors } from './stripe.ts'
import { resolveEntitlement } from './entitlement.ts'
import { t } from '../../core/texts/text.ts'

type Dependencies = { stripe: Stripe; panel: string }

/**
 * Creates a checkout session for a plan: Pro is a subscription, Lifetime one payment. Earlier sessions of the store that are
 * still open expire, so that nobody pays twice.
 * @throws 409 `ALREADY_PAID` for a plan that the store pays for already, 503 when the provider is unavailable
 */
export function startCheckout(sql: Sql, { stripe, panel }: Dependencies, storeId: string, plan: PaidPlan) {
  return transaction(sql, async (tx) => {
    const { customerId } = await translateStripeErrors(lockAccount(tx, stripe, storeId))
    await requireUnpaid(stripe, customerId, plan)
    await expireOpenSessions(stripe, customerId)
    const price = await findPrice(stripe, plan)
    const metadata = { storeId, plan }
    const session = await translateStripeErrors(
      stripe.checkout.sessions.create({
        customer: customerId,
        client_reference_id: storeId,
        metadata,
        line_items: [{ price, quantity: 1 }],
        locale: 'es-419',
        success_url: `${panel}/plan?checkout=done`,
        cancel_url: `${panel}/plan`,
        ...(plan === 'pro'
          ? { mode: 'subscription', subscription_data: { metadata } }
          : { mode: 'payment', payment_intent_data: { metadata } }),
      }),
    )
    return { url: session.url! }
  })
}

async function requireUnpaid(stripe: Stripe, customerId: string, input: PaidPlan) {
  const { plan, subscription } = resolveEntitlement(
    await translateStripeErrors(fetchBillingSnapshot(stripe, customerId)),
  )
  if (plan === 'lifetime') throw conflict('ALREADY_PAID', t('La tienda ya tiene el plan Lifetime'))
  if (input === 'pro' && subscription) {
    throw conflict(
      'ALREADY_PAID',
      t('La tienda ya tiene una suscripción Pro: su pago se atiende en el portal de facturación'),
    )
  }
}

async function expireOpenSessions(stripe: Stripe, customer: string) {
  const { data } = await translateStripeErrors(
    stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
  )
  await translateStripeErrors(Promise.all(data.map(({ id }) => stripe.checkout.sessions.expire(id))))
}

async function findPrice(stripe: Stripe, plan: PaidPlan): Promise<string> {
  const name = lookupKeys[plan]
  const { data } = await translateStripeErrors(
    stripe.prices.list({ lookup_keys: [name], active: true, limit: 1 }),
  )
  if (data[0] && canBuy(plan, data[0])) return data[0].id
  throw conflict(
    'BILLING_NOT_CONFIGURED',
    plan === 'pro'
      ? t('En Stripe no hay un precio activo, recurrente, con la lookup key {name}', { name })
      : t('En Stripe no hay un precio activo, de un solo pago, con la lookup key {name}', { name }),
  )
}
