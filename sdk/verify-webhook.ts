import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookMessage } from './types.ts'

/** The message was not signed with this secret, or long ago. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

type Headers = Record<string, string | string[] | undefined> | { get(name: string): string | null }

/**
 * Checks the signature of a webhook (Standard Webhooks) and gives its message. `rawBody` is the body as it arrived,
 * before it was read as JSON; `tolerance` is how old a message may be, in seconds.
 * @throws WebhookSignatureError
 */
export function verifyWebhook(
  secret: string,
  headers: Headers,
  rawBody: string | Uint8Array,
  { tolerance = 300, now = Date.now() }: { tolerance?: number; now?: number } = {},
): WebhookMessage {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookSignatureError('A webhook header is missing')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) {
    throw new WebhookSignatureError('The timestamp is too far from now')
  }
  const body = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')
  const wanted = sign(secret, `${id}.${timestamp}.${body}`)
  const versions = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  if (!versions.some((signature) => matches(signature.slice(3), wanted))) {
    throw new WebhookSignatureError('No signature matches')
  }
  return JSON.parse(body) as WebhookMessage
}

function header(headers: Headers, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return found?.[1]?.toString()
}

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(text).digest()
}

function matches(signature: string, wanted: Buffer): boolean {
  const given = Buffer.from(signature, 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
