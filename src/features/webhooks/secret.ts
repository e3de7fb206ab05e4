import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'

const PREFIX = 'whsec_'

/** A new secret, 256 bits, in the form of Standard Webhooks. */
export const newWebhookSecret = () => secretOf(randomBytes(32))

export const secretOf = (bits: Buffer) => PREFIX + bits.toString('base64')

const [MIN_BYTES, MAX_BYTES] = [24, 64]

/** @throws 400 on `secret`, whose value the error does not quote */
export function checkSecret(secret: string): void {
  const encoded = secret.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64')
  const isBase64 = bytes.toString('base64') === encoded
  if (secret.startsWith(PREFIX) && isBase64 && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES) return
  const message = t('Debe ser {prefix} y, detrás, de {min} a {max} bytes al azar en base64', {
    prefix: PREFIX,
    min: MIN_BYTES,
    max: MAX_BYTES,
  })
  throw invalid('secret', 'format', message)
}

/** The secret as a `KeyObject`; creating one costs more than signing. */
export const signingKey = (secret: string) =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))

/** The `webhook-signature` header: one signature per valid key. https://www.standardwebhooks.com */
export function signatureOf(keys: KeyObject[], id: string, seconds: number, body: string): string {
  return keys.map((key) => `v1,${hmac(key, `${id}.${seconds}.${body}`)}`).join(' ')
}

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64')
