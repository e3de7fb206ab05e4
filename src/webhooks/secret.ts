import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret, 256 bits, in the form of Standard Webhooks. */
export const newWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The secret as a `KeyObject`; creating one costs more than signing. */
export const signingKey = (secret: string) =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))

/** The `webhook-signature` header: one signature per valid key. https://www.standardwebhooks.com */
export function signatureOf(keys: KeyObject[], id: string, seconds: number, body: string): string {
  return keys.map((key) => `v1,${hmac(key, `${id}.${seconds}.${body}`)}`).join(' ')
}

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64')
