import { StartError } from '../errors/start-error.ts'

type Env = Record<string, string | undefined>

/** The application that stores connect their Mercado Pago accounts with; null while it is not configured. */
export function readMercadoPago(env: Env, address: (name: string) => string | null) {
  const names = ['MERCADOPAGO_CLIENT_ID', 'MERCADOPAGO_CLIENT_SECRET', 'MERCADOPAGO_WEBHOOK_SECRET']
  const [clientId, clientSecret, webhookSecret] = names.map((name) => env[name] || '') as [
    string,
    string,
    string,
  ]
  const apiUrl = address('MERCADOPAGO_API_URL') ?? 'https://api.mercadopago.com'
  const authUrl = address('MERCADOPAGO_AUTH_URL') ?? 'https://auth.mercadopago.com'
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new StartError(`Mercado Pago is configured in part: ${missing.join(', ')} is missing`)
  return { clientId, clientSecret, webhookSecret, apiUrl, authUrl }
}

/** The keys that secrets of stores are encrypted with: one, or two while it is replaced. Null: one in the data folder. */
export function readSecretKeys(env: Env): [Buffer, ...Buffer[]] | null {
  if (!env['SECRET_KEY']) return null
  const keys = env['SECRET_KEY'].split(',').map((text) => Buffer.from(text, 'base64'))
  if (keys.length > 2 || keys.some((key) => key.length !== 32))
    throw new StartError('SECRET_KEY must be 32 bytes in base64, or two such keys with a comma between them')
  return keys as [Buffer, ...Buffer[]]
}

/** Billing, and payments over Connect; null while it is not configured. @throws StartError that names the variable */
export function readStripe(env: Env, urlAt: (name: string) => string | null) {
  const [secretKey, webhookSecret] = [env['STRIPE_SECRET_KEY'], env['STRIPE_WEBHOOK_SECRET']]
  const apiUrl = urlAt('STRIPE_API_URL')
  if (!secretKey && !webhookSecret) return null
  if (!secretKey) throw new StartError('STRIPE_WEBHOOK_SECRET is set, but STRIPE_SECRET_KEY is missing')
  if (!webhookSecret) throw new StartError('STRIPE_SECRET_KEY is set, but STRIPE_WEBHOOK_SECRET is missing')
  return {
    secretKey,
    webhookSecret,
    connectWebhookSecret: env['STRIPE_CONNECT_WEBHOOK_SECRET'] || null,
    apiUrl,
  }
}
