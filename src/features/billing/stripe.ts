import type { IncomingHttpHeaders } from 'node:http'
import type Stripe from 'stripe'
import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../core/database/db.ts'
import { conflict, invalid, unavailable } from '../../core/errors/errors.ts'
import { parseJson } from '../../core/http/json.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { t } from '../../core/texts/text.ts'

/** Loaded where billing is configured: a tenth of a second and 35 MiB. */
const stripeLibrary = async () => (await import('stripe')).default

/** The client of the payment provider, with its settings. @throws 409 where none is configured */
export async function connectStripe({ stripe }: Pick<Config, 'stripe'>): Promise<Stripe> {
  if (!stripe) {
    throw conflict('BILLING_NOT_CONFIGURED', t('El cobro de los planes no está configurado en este servicio'))
  }
  const Client = await stripeLibrary()
  return new Client(stripe.secretKey, {
    maxNetworkRetries: 1,
    timeout: 6_000,
    telemetry: false,
    ...(stripe.apiUrl && addressOptions(new URL(stripe.apiUrl))),
  })
}

function addressOptions({ protocol, hostname, port }: URL) {
  const secure = protocol === 'https:'
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? 443 : 80) } as const
}

/** For transactions that wait for the provider: together they hold the connections of one owner at most. */
export const queuedForStripe = (sql: Db): Db => sql.queuedBy('stripe')

/**
 * The event that a webhook was called with; null unless its signature is valid and, as the library has it, of the last 300 s.
 * @throws 400 where what is signed is no event
 */
export function signedEvent(
  stripe: Stripe,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
): Stripe.Event | null {
  try {
    stripe.webhooks.signature!.verifyHeader(body, String(headers['stripe-signature'] ?? ''), secret)
  } catch {
    return null
  }
  const event = parseJson(body)
  if (!isEvent(event)) throw invalid('body', 'invalid', t('El evento debe tener id, type y data.object'))
  return event
}

function isEvent(event: unknown): event is Stripe.Event {
  const { id, type, data } = (event ?? {}) as Partial<Stripe.Event>
  const texts = [id, type, (data?.object as { object?: string } | undefined)?.object]
  return texts.every((text) => typeof text === 'string')
}

/** An object of the provider in another one: its id, or the object itself. */
export type Reference = string | { id: string } | null

export const idOf = (reference: NonNullable<Reference>) =>
  typeof reference === 'string' ? reference : reference.id

/** Turns errors of the provider into a 503. @throws 503 */
export async function translateStripeErrors<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (!(await isStripeError(error))) throw error
    throw Object.assign(unavailable(), { cause: error })
  }
}

export const isStripeError = async (error: unknown): Promise<boolean> =>
  error instanceof (await stripeLibrary()).errors.StripeError

export const SHORT_TIMEOUT = { timeout: 3_000, maxNetworkRetries: 0 }

/** The response, or null when the provider is unavailable: for optional parts of a page. */
export async function nullIfUnavailable<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (await isStripeError(error)) return null
    throw error
  }
}

/** Whether the provider says that there is no such object (any more). */
export const isNotFound = async (error: unknown) =>
  (await isStripeError(error)) && (error as Stripe.errors.StripeError).statusCode === 404

/** Currencies whose amounts Stripe counts otherwise than ISO 4217. https://docs.stripe.com/currencies#special-cases */
const stripeDigits: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 }

export const amountOf = (smallestUnits: number, currency: string): number =>
  smallestUnits / 10 ** (stripeDigits[currency] ?? currencyDigits(currency) ?? 2)

export const smallestUnitsOf = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (stripeDigits[currency] ?? currencyDigits(currency) ?? 2))
