import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../core/config/config.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { parseJson } from '../../../core/http/json.ts'
import { malformed, openClient, send, type Call, type Fields } from './mercadopago-client.ts'
import {
  InvalidSignature,
  ProviderError,
  type ConnectionAttempt,
  type GrantedAccount,
  type NotifiedPayment,
  type PayableOrder,
  type PaymentPage,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderPayment,
  type ReceivedNotification,
} from './provider.ts'
import { t } from '../../../core/texts/text.ts'

type Settings = NonNullable<Config['mercadopago']>

const PAGE_HOURS = 24
/** The most payments of an order that are read; each may have some 6 KB. */
const MAX_FOUND = 8

/** Mercado Pago: OAuth, Checkout Pro preferences, payments. https://www.mercadopago.com/developers/en/reference */
export function mercadoPago(settings: Settings, publicUrl: string): PaymentProvider {
  const http = openClient()
  const call = (path: string, options: Call) => send(http, settings.apiUrl + path, options)
  const grant = async (body: Fields) =>
    toGranted(await call('/oauth/token', { body: { ...clientOf(settings), ...body } }))
  return {
    name: 'mercadopago',
    label: 'Mercado Pago',
    connectOrigin: new URL(settings.authUrl).origin,
    startConnection: async (attempt) => ({ url: authorizationUrl(settings, attempt), accountId: null }),
    finishConnection: async ({ verifier, returnUrl }, { code = '' }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: returnUrl, code_verifier: verifier }),
    renew: ({ refreshToken }) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async createPage(account, order) {
      const body = preferenceOf(order, publicUrl)
      return toPage(
        await call('/checkout/preferences', { token: tokenOf(account), body }),
        body.expiration_date_to,
      )
    },
    async readPayment(account, paymentId) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`
      return toPayment(await call(path, { token: tokenOf(account) }))
    },
    async findPayments(account, { orderId }) {
      const query = new URLSearchParams({
        external_reference: orderId, status: 'approved', sort: 'date_created', criteria: 'desc', limit: String(MAX_FOUND),
      }) // prettier-ignore
      const { results } = await call(`/v1/payments/search?${query}`, { token: tokenOf(account) })
      if (!Array.isArray(results)) throw malformed()
      return results.slice(0, MAX_FOUND).map((one: Fields | null) => idOf(one?.['id']))
    },
    readNotification: async (received) => readNotification(received, settings.webhookSecret),
    close: () => http.close(),
  }
}

const clientOf = ({ clientId, clientSecret }: Settings) => ({
  client_id: clientId,
  client_secret: clientSecret,
})

const tokenOf = ({ tokens }: ProviderAccount) => {
  if (!tokens) throw new ProviderError('unauthorized', 'The account has no tokens')
  return tokens.accessToken
}

function authorizationUrl(
  { authUrl, clientId }: Settings,
  { state, verifier, returnUrl }: ConnectionAttempt,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    platform_id: 'mp',
    state,
    redirect_uri: returnUrl,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${authUrl}/authorization?${query}`
}

function preferenceOf(
  { id, orderNumber, storeName, amount, currency, orderUrl }: PayableOrder,
  publicUrl: string,
) {
  return {
    items: [
      {
        id,
        title: `Pedido ${orderNumber} de ${storeName}`,
        quantity: 1,
        unit_price: amount,
        currency_id: currency,
      },
    ],
    external_reference: id,
    notification_url: `${publicUrl}/api/payments/mercadopago?source_news=webhooks`,
    back_urls: { success: orderUrl, pending: orderUrl, failure: orderUrl },
    auto_return: 'approved',
    expires: true,
    expiration_date_to: new Date(Date.now() + PAGE_HOURS * 3_600_000).toISOString().replace('Z', '+00:00'),
  }
}

function toGranted(fields: Fields): GrantedAccount {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = fields
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof seconds !== 'number')
    throw malformed()
  return {
    accountId: idOf(fields['user_id']),
    tokens: { accessToken, refreshToken },
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
  }
}

function toPage({ id, init_point: url }: Fields, expiresAt: string): PaymentPage {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) throw malformed()
  return { pageId: idOf(id), url, expiresAt: new Date(expiresAt).toISOString() }
}

function toPayment(fields: Fields): ProviderPayment {
  const { transaction_amount: amount, currency_id: currency, status } = fields
  const { transaction_amount_refunded: refunded, date_approved: paidAt } = fields
  const { external_reference: reference } = fields
  if (typeof amount !== 'number' || typeof currency !== 'string' || typeof status !== 'string')
    throw malformed()
  const refundedAmount = typeof refunded === 'number' ? refunded : 0
  return {
    id: idOf(fields['id']),
    state: stateOf(status, refundedAmount),
    amount,
    refundedAmount,
    currency,
    reference: typeof reference === 'string' ? reference : null,
    isTest: fields['live_mode'] !== true,
    accountId: idOf(fields['collector_id'] ?? (fields['collector'] as Fields | undefined)?.['id']),
    paidAt:
      typeof paidAt === 'string' && !Number.isNaN(Date.parse(paidAt)) ? new Date(paidAt).toISOString() : null,
  }
}

function stateOf(status: string, refundedAmount: number): ProviderPayment['state'] {
  if (status === 'approved') return refundedAmount > 0 ? 'partly_refunded' : 'approved'
  if (status === 'refunded') return 'refunded'
  return status === 'charged_back' || status === 'in_mediation' ? 'disputed' : 'unpaid'
}

function idOf(id: unknown): string {
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text !== 'string' || !isId(text)) throw malformed()
  return text
}

const isId = (text: string) => /^[\w-]{1,100}$/.test(text)

/**
 * The signature covers the payment's id, and neither the body nor the account in it: a false account has no such payment.
 * https://www.mercadopago.com/developers/en/docs/your-integrations/notifications/webhooks
 */
function readNotification(
  { headers, query, body }: ReceivedNotification,
  secret: string,
): NotifiedPayment | null {
  const signature = String(headers['x-signature'] ?? '')
  const ts = /(?:^|,)\s*ts=(\d{1,20})/.exec(signature)?.[1]
  const v1 = /(?:^|,)\s*v1=([0-9a-f]{64})(?=\s*(?:,|$))/i.exec(signature)?.[1]
  const [dataId, requestId] = [query['data.id'], headers['x-request-id']]
  if (!ts || !v1 || typeof dataId !== 'string' || typeof requestId !== 'string') throw new InvalidSignature()
  const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`
  const expected = createHmac('sha256', secret).update(manifest).digest()
  if (!timingSafeEqual(expected, Buffer.from(v1, 'hex'))) throw new InvalidSignature()

  const { type, user_id: userId } = (parseJson(body) ?? {}) as Fields
  if ((query['type'] ?? type) !== 'payment' || !isId(dataId)) return null
  if (typeof userId !== 'number' && typeof userId !== 'string')
    throw invalid('body', 'invalid', t('El aviso debe tener user_id'))
  const accountId = String(userId)
  return isId(accountId) ? { accountId, paymentId: dataId } : null
}
