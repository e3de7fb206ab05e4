import type { WebhookMessage } from './types.ts'

/** The message was not signed with this secret, or its timestamp is too old. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

type Headers = Record<string, string | string[] | undefined> | { get(name: string): string | null }

/**
 * Checks the signature of a webhook (Standard Webhooks) and gives its message. `rawBody` is the body as it arrived,
 * before it was read as JSON; `tolerance` is how old a message may be, in seconds.
 * @throws WebhookSignatureError, or TypeError where the secret is none or `rawBody` was read as JSON
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers,
  rawBody: string | Uint8Array | ArrayBuffer,
  { tolerance = 300, now = Date.now() }: { tolerance?: number; now?: number } = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookSignatureError('A webhook header is missing')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) {
    throw new WebhookSignatureError('The timestamp is too far from now')
  }
  if (typeof rawBody !== 'string' && !ArrayBuffer.isView(rawBody) && !(rawBody instanceof ArrayBuffer)) {
    throw new TypeError('rawBody must be the text or the bytes that arrived, not what JSON made of them')
  }
  const body =
    typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { ignoreBOM: true }).decode(rawBody)
  if (!(await isSigned(secret, `${id}.${timestamp}.${body}`, signatures))) {
    throw new WebhookSignatureError('No signature matches')
  }
  return JSON.parse(body) as WebhookMessage
}

function header(headers: Headers, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return found?.[1]?.toString()
}

async function isSigned(secret: string, text: string, signatures: string): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes.length === 0) throw new TypeError('The secret must be whsec_ and base64')
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  const versions = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  const matches = await Promise.all(
    versions.map((signature) =>
      crypto.subtle.verify('HMAC', key, fromBase64(signature.slice(3)), new TextEncoder().encode(text)),
    ),
  )
  return matches.includes(true)
}

/** Returns no bytes for invalid base64, so that it never matches. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
