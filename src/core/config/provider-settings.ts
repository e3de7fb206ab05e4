import { languages, type Language } from '../texts/language.ts'
import { StartError } from '../errors/start-error.ts'
import { toE164 } from '../values/phone.ts'

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

export function readWhatsapp(env: Env, urlAt: (name: string) => string | null) {
  const callbacks = {
    appSecret: env['WHATSAPP_APP_SECRET'] || null,
    verifyToken: env['WHATSAPP_VERIFY_TOKEN'] || null,
    displayNumber: phone(env, 'WHATSAPP_DISPLAY_NUMBER'),
    unknownReplies: unknownReplies(env),
  }
  const [phoneNumberId, accessToken] = [env['WHATSAPP_PHONE_NUMBER_ID'], env['WHATSAPP_ACCESS_TOKEN']]
  const apiUrl = urlAt('WHATSAPP_API_URL') ?? 'https://graph.facebook.com/v25.0'
  if (!phoneNumberId && !accessToken) return { ...callbacks, api: null }
  if (!phoneNumberId)
    throw new StartError('WHATSAPP_ACCESS_TOKEN is set, but WHATSAPP_PHONE_NUMBER_ID is missing')
  if (!accessToken)
    throw new StartError('WHATSAPP_PHONE_NUMBER_ID is set, but WHATSAPP_ACCESS_TOKEN is missing')
  if (!/^\d+$/.test(phoneNumberId))
    throw new StartError(
      `WHATSAPP_PHONE_NUMBER_ID is "${phoneNumberId}", but must contain only digits: the id of the phone number`,
    )
  const template = env['WHATSAPP_TEMPLATE'] || 'nuevo_pedido'
  return {
    ...callbacks,
    api: {
      url: apiUrl,
      phoneNumberId,
      accessToken,
      template,
      buttons: hasButtons(env),
      customerTemplate: env['WHATSAPP_CUSTOMER_TEMPLATE'] || 'estado_pedido',
      restockTemplate: env['WHATSAPP_RESTOCK_TEMPLATE'] || null,
      codeTemplate: env['WHATSAPP_CODE_TEMPLATE'] || 'codigo_de_confirmacion',
      languages: templateLanguages(env),
    },
  }
}

/** A language in which the templates are approved, under WhatsApp's code of it: `{ code: 'pt_BR', language: 'pt' }`. */
type TemplateLanguage = { code: string; language: Language }

/** The first is the default. `WHATSAPP_TEMPLATE_LANGUAGE` is the older name, of one. */
function templateLanguages(env: Env): [TemplateLanguage, ...TemplateLanguage[]] {
  const name = env['WHATSAPP_TEMPLATE_LANGUAGES']
    ? 'WHATSAPP_TEMPLATE_LANGUAGES'
    : 'WHATSAPP_TEMPLATE_LANGUAGE'
  const text = env[name] || 'es'
  const named = text.split(',').map((code) => templateLanguage(name, text, code.trim()))
  const twice = named.find(({ language }, n) => named.findIndex((one) => one.language === language) < n)
  if (twice)
    throw new StartError(
      `${name} is "${text}", but must name each language once: ${twice.code} is another ${twice.language}`,
    )
  return named as [TemplateLanguage, ...TemplateLanguage[]]
}

/** https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/supported-languages */
function templateLanguage(name: string, text: string, code: string): TemplateLanguage {
  const [, language, region] = /^([a-z]{2})(?:_([A-Z]{2}))?$/.exec(code) ?? []
  const known = languages.find((one) => one === language)
  const isRegion = region === undefined ? known !== 'pt' : regions.of(region) !== undefined
  if (known && isRegion) return { code, language: known }
  throw new StartError(
    `${name} is "${text}", but "${code}" is no code of Spanish, Portuguese or English, such as es, es_MX, pt_BR or en_US`,
  )
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether the notice's template was approved with its quick replies: with others, WhatsApp rejects a notice that has them. */
function hasButtons(env: Env): boolean {
  const text = env['WHATSAPP_TEMPLATE_BUTTONS'] || 'false'
  if (text === 'true' || text === 'false') return text === 'true'
  throw new StartError(`WHATSAPP_TEMPLATE_BUTTONS is "${text}", but must be one of true, false`)
}

/** Replies of a day to all people without a store together: anybody can make the service pay for them. */
function unknownReplies(env: Env): number {
  const text = env['WHATSAPP_STRANGER_REPLIES'] || '1000'
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new StartError(
    `WHATSAPP_STRANGER_REPLIES is "${text}", but must be a whole number from 0 to 999999999`,
  )
}

function phone(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  const number = toE164(text)
  if (number) return number
  throw new StartError(
    `${name} is "${text}", but must be a phone number with its country code, such as +50255551234`,
  )
}
