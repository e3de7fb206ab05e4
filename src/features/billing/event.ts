import type Stripe from 'stripe'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Db } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { storeOfCustomer } from './account.ts'
import {
  connectStripe,
  idOf,
  queuedForStripe,
  signedEvent,
  translateStripeErrors,
  type Reference,
} from './stripe.ts'
import { syncBilling } from './sync.ts'
import { t } from '../../core/texts/text.ts'

export function stripeEventRoute(app: App) {
  const { stripe: settings } = app.config
  const connecting = settings && connectStripe(app.config)

  app.post('/billing/stripe', {
    config: { errors: ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] },
    schema: {
      operationId: 'receiveStripeEvent',
      summary: 'Recibir de Stripe los eventos de facturación',
      description: 'La llama Stripe, con la firma Stripe-Signature del cuerpo.',
      response: { 200: Type.Object({ received: Type.Literal(true) }) },
    },
    async handler({ server, body, headers }) {
      if (!connecting) throw invalidSignature()
      const stripe = await connecting
      const event = signedEvent(stripe, { headers, body: body as Buffer }, settings.webhookSecret)
      if (!event) throw invalidSignature()
      await applyEvent(server.sql, stripe, event)
      return { received: true as const }
    },
  })
}

const invalidSignature = () =>
  invalid('Stripe-Signature', 'invalid', t('La firma del evento no es válida o no es de ahora'))

/** Applies an event once. It only names the customer to sync; a failure rolls back, and Stripe sends the event again. */
async function applyEvent(sql: Db, stripe: Stripe, event: Stripe.Event): Promise<void> {
  const customerId = await translateStripeErrors(customerOf(stripe, event.data.object as Subject))
  const storeId = customerId && (await storeOfCustomer(sql, customerId))
  if (!storeId) return
  // Before it waits in the queue: a sync that begins meanwhile covers it.
  const [{ receivedAt }] = await sql<[{ receivedAt: string }]>`select statement_timestamp() as received_at`
  await queuedForStripe(sql).begin(async (tx) => {
    const [isNew] = await tx<{ receivedAt: string }[]>`
      insert into billing_events (store_id, id, type, received_at)
      values (${storeId}, ${event.id}, ${event.type}, ${receivedAt})
      on conflict do nothing
      returning received_at`
    if (isNew) await syncBilling(tx, stripe, { storeId, customerId }, { id: event.id, ...isNew })
  })
}

type Subject = Partial<Record<'customer' | 'charge' | 'payment_intent', Reference>> & {
  object: string
  id: string
}

/** The customer of an event's object; disputes and refunds name only their charge or payment. */
async function customerOf(stripe: Stripe, subject: Subject): Promise<string | null> {
  if (subject.object === 'customer') return subject.id
  const { customer } = subject.customer ? subject : ((await paymentOf(stripe, subject)) ?? {})
  return customer ? idOf(customer) : null
}

async function paymentOf(stripe: Stripe, { charge, payment_intent: intent }: Subject) {
  if (charge) return stripe.charges.retrieve(idOf(charge))
  return intent ? stripe.paymentIntents.retrieve(idOf(intent)) : null
}
