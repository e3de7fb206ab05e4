import type Stripe from 'stripe'
import {
  amountOf,
  connectStripe,
  idOf,
  isStripeError,
  signedEvent,
  smallestUnitsOf,
  type Reference,
} from '../../billing/stripe.ts'
import type { Config } from '../../../core/config/config.ts'
import {
  InvalidSignature,
  ProviderError,
  type GrantedAccount,
  type NotifiedPayment,
  type PayableOrder,
  type PaymentPage,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderPayment,
  type ReceivedNotification,
} from './provider.ts'

const PAGE_HOURS = 23

/** Stripe Connect: accounts by account links, Checkout Sessions on the connected account. https://docs.stripe.com/connect */
export function stripeConnect(config: Pick<Config, 'stripe'>, webhookSecret: string): PaymentProvider {
  let client: Promise<Stripe> | undefined
  const open = () => (client ??= connectStripe(config))
  const call = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => translated(work(await open()))
  return {
    name: 'stripe',
    label: 'Stripe',
    connectOrigin: 'https://connect.stripe.com',
    startConnection: ({ pendingAccountId, returnUrl }) =>
      call((stripe) => startOnboarding(stripe, pendingAccountId, returnUrl)),
    finishConnection: ({ pendingAccountId }) =>
      call(async (stripe): Promise<GrantedAccount | null> => {
        if (!pendingAccountId) return null
        const { charges_enabled: isReady } = await stripe.accounts.retrieve(pendingAccountId)
        return isReady ? { accountId: pendingAccountId, tokens: null, expiresAt: null } : null
      }),
    renew: () => Promise.reject(new ProviderError('unauthorized', 'Stripe no longer accepts the account')),
    createPage: (account, order) => call((stripe) => createSession(stripe, account, order)),
    readPayment: (account, paymentId) =>
      call(async (stripe) => {
        const expand = ['latest_charge']
        const intent = await stripe.paymentIntents.retrieve(paymentId, { expand }, of(account))
        // An account has other sales too, and Stripe sends the events of all of them.
        return intent.metadata['orderId'] === undefined ? null : toPayment(intent, account)
      }),
    findPayments: (account, { pageId }) =>
      call(async (stripe) => {
        const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(pageId, {}, of(account))
        return intent ? [idOf(intent)] : []
      }),
    readNotification: async (received) => readEvent(await open(), received, webhookSecret),
    close: () => {},
  }
}

async function startOnboarding(stripe: Stripe, pendingAccountId: string | null, returnUrl: string) {
  const account = pendingAccountId ?? (await stripe.accounts.create({ type: 'standard' })).id
  const link = await stripe.accountLinks.create({
    account,
    refresh_url: returnUrl,
    return_url: returnUrl,
    type: 'account_onboarding',
  })
  return { url: link.url, accountId: account }
}

const of = ({ accountId }: ProviderAccount) => ({ stripeAccount: accountId })

async function createSession(
  stripe: Stripe,
  account: ProviderAccount,
  order: PayableOrder,
): Promise<PaymentPage> {
  const session = await stripe.checkout.sessions.create(sessionOf(order), of(account))
  if (!session.url) throw new ProviderError('unavailable', 'The session has no page')
  return {
    pageId: session.id,
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
  }
}

function sessionOf({ id, orderNumber, storeName, amount, currency, orderUrl }: PayableOrder) {
  const metadata = { orderId: id }
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: smallestUnitsOf(amount, currency),
          product_data: { name: `Pedido ${orderNumber} de ${storeName}` },
        },
      },
    ],
    locale: 'es-419',
    success_url: orderUrl,
    cancel_url: orderUrl,
    expires_at: Math.floor(Date.now() / 1000) + PAGE_HOURS * 3600,
  } satisfies Stripe.Checkout.SessionCreateParams
}

function toPayment(intent: Stripe.PaymentIntent, { accountId }: ProviderAccount): ProviderPayment {
  const currency = intent.currency.toUpperCase()
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    state: stateOf(intent, charge),
    amount: amountOf(intent.amount_received, currency),
    refundedAmount: amountOf(charge?.amount_refunded ?? 0, currency),
    currency,
    reference: intent.metadata['orderId'] ?? null,
    isTest: false, // a key reads payments of its own mode alone
    accountId, // the payment was read as this account: another one's is a 404
    paidAt: charge ? new Date(charge.created * 1000).toISOString() : null,
  }
}

function stateOf({ status }: Stripe.PaymentIntent, charge: Stripe.Charge | null): ProviderPayment['state'] {
  if (status !== 'succeeded') return 'unpaid'
  if (charge?.disputed) return 'disputed'
  if (charge?.refunded) return 'refunded'
  return (charge?.amount_refunded ?? 0) > 0 ? 'partly_refunded' : 'approved'
}

type EventObject = { object: string; id: string; payment_intent?: Reference }

function readEvent(stripe: Stripe, received: ReceivedNotification, secret: string): NotifiedPayment | null {
  const event = signedEvent(stripe, received, secret)
  if (!event) throw new InvalidSignature()
  const object = event.data.object as EventObject
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
  return event.account && intent ? { accountId: event.account, paymentId: idOf(intent) } : null
}

async function translated<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (!(await isStripeError(error))) throw error
    const { statusCode = 0 } = error as Stripe.errors.StripeError
    throw new ProviderError(whyOf(statusCode), `Stripe returned ${statusCode || 'nothing'}`)
  }
}

/** 403: the account was disconnected from the platform; 401 is about our own key, no reason to disconnect every store. */
function whyOf(status: number): ProviderError['why'] {
  if (status === 403) return 'unauthorized'
  if (status === 404) return 'missing'
  return status >= 400 && status < 500 && ![401, 429].includes(status) ? 'rejected' : 'unavailable'
}
