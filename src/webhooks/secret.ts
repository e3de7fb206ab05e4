import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret, 256 bits, in the form of Standard Webhooks. */
export const newWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The `webhook-signature` of a message: one for each secret that is valid now. https://www.standardwebhooks.com */
export function signatureOf(secrets: string[], id: string, seconds: number, body: string): string {
  return secrets.map((secret) => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`).join(' ')
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
}
