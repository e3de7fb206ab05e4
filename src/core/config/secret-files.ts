import { readFileSync } from 'node:fs'
import { StartError } from '../errors/start-error.ts'

type Env = Record<string, string | undefined>

/** The settings that `…_FILE` may name a file for, so that secrets are not in the environment. */
export const SECRETS = [
  'DATABASE_URL',
  'MERCADOPAGO_CLIENT_SECRET',
  'MERCADOPAGO_WEBHOOK_SECRET',
  'SECRET_KEY',
  'SMTP_URL',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PRIVATE_KEY',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
]

/** The environment with the secrets that it names files for. @throws StartError that names the variable */
export function withSecretFiles(env: Env): Env {
  const read = SECRETS.filter((name) => env[`${name}_FILE`]).map((name) => [name, readSecret(env, name)])
  return { ...env, ...Object.fromEntries(read) }
}

function readSecret(env: Env, name: string): string {
  if (env[name]) throw new StartError(`${name} and ${name}_FILE are both set: remove one of them`)
  const secret = contents(`${name}_FILE`, env[`${name}_FILE`]!).trim()
  if (secret === '') throw new StartError(`${name}_FILE names an empty file`)
  return secret
}

function contents(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${variable} can't be read: ${(error as Error).message}`)
  }
}
