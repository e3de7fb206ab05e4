import type Stripe from 'stripe'
import { Type, type Static } from 'typebox'
import type { App } from '../core/http/app.ts'
import type { Db } from '../core/database/db.ts'
import { invalid } from '../core/errors/errors.ts'
import { compileValidator, Nullable } from '../core/http/schema.ts'
import { storeOfCustomer } from './account.ts'
import { translateStripeErrors, connectStripe, queuedForStripe } from './stripe.ts'
import { syncBilling } from './sync.ts'

/** Seconds of clock skew and delay that a signature may have. */
const MAX_SIGNATURE_AGE = 300

/** The webhook for Stripe events. */
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
      const event = readEvent(stripe, body as Buffer, headers['stripe-signature'], settings.webhookSecret)
      const validated = validate(event)
      if ('error' in validated) throw validated.error
      await applyEvent(server.sql, stripe, validated.value as BillingEvent)
      return { received: true as const }
    },
  })
}

const Id = Type.String({ pattern: '^[\\w-]{1,255}$' })
const Reference = Type.Optional(Nullable(Type.Union([Id, Type.Object({ id: Id })])))

/** The part of an event that identifies its customer. */
const BillingEvent = Type.Object({
  id: Id,
  type: Type.String({ pattern: '^[\\w.]{1,100}$' }),
  data: Type.Object({
    object: Type.Object({
      object: Type.String(),
      id: Type.Optional(Nullable(Id)),
      customer: Reference,
      charge: Reference,
      payment_intent: Reference,
    }),
  }),
})
type BillingEvent = Static<typeof BillingEvent>

const validate = compileValidator(BillingEvent, 'body')

/** Verifies the signature and its age, and parses the event. @throws 400 */
function readEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Stripe.Event {
  try {
    const event = stripe.webhooks.constructEvent(body, String(signature ?? ''), secret, MAX_SIGNATURE_AGE)
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(String(signature))?.[1])
    // The library rejects old signatures only; those from the future are rejected here.
    if (Math.max(signedAt, event.created) <= Date.now() / 1000 + MAX_SIGNATURE_AGE) return event
  } catch {}
  throw invalidSignature()
}

const invalidSignature = () =>
  invalid('Stripe-Signature', 'invalid', 'La firma del evento no es válida o no es de ahora')

/** Applies an event once. It only names the customer to sync; a failure rolls back, and Stripe sends the event again. */
async function applyEvent(sql: Db, stripe: Stripe, event: BillingEvent): Promise<void> {
  const customerId = await translateStripeErrors(customerOf(stripe, event.data.object))
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

/** The customer of an event's object; disputes and refunds name only their charge or payment. */
async function customerOf(stripe: Stripe, subject: BillingEvent['data']['object']): Promise<string | null> {
  if (subject.object === 'customer') return subject.id ?? null
  if (subject.customer) return idOfReference(subject.customer)
  if (subject.charge)
    return idOfReference((await stripe.charges.retrieve(idOfReference(subject.charge))).customer)
  if (subject.payment_intent) {
    return idOfReference(
      (await stripe.paymentIntents.retrieve(idOfReference(subject.payment_intent))).customer,
    )
  }
  return null
}

function idOfReference(reference: string | { id: string }): string
function idOfReference(reference: string | { id: string } | null): string | null
function idOfReference(reference: string | { id: string } | null): string | null {
  return reference === null || typeof reference === 'string' ? reference : reference.id
}
