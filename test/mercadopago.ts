import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

type Fields = Record<string, unknown>
type MercadoPagoRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: Fields
  token: string
}

/** What the server does with requests instead of answering them. */
type Failure = 'hang' | 'garbage' | { status: number; body?: Fields }

const CLIENT = { id: '1234567890', secret: 'secreto-de-la-aplicacion' }
const WEBHOOK_SECRET = 'secreto-de-los-avisos'

/**
 * A server on loopback that answers as Mercado Pago's API does: OAuth with PKCE, Checkout Pro preferences, payments. Ends with the
 * test file. https://www.mercadopago.com/developers/en/reference
 */
export async function startMercadoPago() {
  const requests: MercadoPagoRequest[] = []
  const preferences = new Map<string, Fields>()
  const payments = new Map<string, Fields>()
  /** Tokens by the account that they are of; a refresh token is good once. */
  const [accessTokens, refreshTokens, codes] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, Fields>(),
  ]
  let failure: ((path: string) => Failure | null) | null = null
  let [accounts, paymentIds] = [700_000, 1_300_000_000]

  const server = createServer((request, response) => void respond(request, response))
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const asked = await read(request)
    requests.push(asked)
    const how = failure?.(asked.path)
    if (how === 'hang') return
    if (how === 'garbage') return response.end('<html>Bad gateway</html>')
    const { status, body } = how ? { body: {}, ...how } : answerTo(asked)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  function answerTo(asked: MercadoPagoRequest): { status: number; body: object } {
    const { method, path } = asked
    if (path === '/oauth/token') return token(asked.body)
    const account = accessTokens.get(asked.token)
    if (!account)
      return { status: 401, body: { message: 'invalid_token', error: 'unauthorized', status: 401 } }
    if (method === 'POST' && path === '/checkout/preferences') return preference(asked.body, account)
    if (method === 'GET' && path === '/v1/payments/search') return search(asked.query, account)
    const payment = payments.get(/^\/v1\/payments\/(\w+)$/.exec(path)?.[1] ?? '')
    if (!payment || payment['visibleTo'] !== account)
      return { status: 404, body: { error: 'not_found', status: 404 } }
    return { status: 200, body: shown(payment) }
  }

  function token(body: Fields) {
    const {
      grant_type: grant,
      client_id: id,
      client_secret: secret,
      code,
      code_verifier: verifier,
      refresh_token: refresh,
    } = body
    const invalid = (error: string) => ({ status: 400, body: { error, message: error, status: 400 } })
    if (id !== CLIENT.id || secret !== CLIENT.secret) return invalid('invalid_client')
    if (grant === 'refresh_token') {
      const account = refreshTokens.get(String(refresh))
      refreshTokens.delete(String(refresh))
      return account ? { status: 200, body: grantOf(account) } : invalid('invalid_grant')
    }
    const attempt = codes.get(String(code))
    codes.delete(String(code))
    const challenge = createHash('sha256').update(String(verifier)).digest('base64url')
    if (!attempt || attempt['challenge'] !== challenge || attempt['redirectUri'] !== body['redirect_uri'])
      return invalid('invalid_grant')
    return { status: 200, body: grantOf(attempt['account'] as number) }
  }

  function grantOf(account: number) {
    const [access_token, refresh_token] = [
      `APP_USR-${randomBytes(16).toString('hex')}`,
      `TG-${randomBytes(16).toString('hex')}`,
    ]
    accessTokens.set(access_token, account)
    refreshTokens.set(refresh_token, account)
    return {
      access_token, refresh_token, token_type: 'Bearer', expires_in: 15_552_000, scope: 'offline_access read write',
      user_id: account, public_key: `APP_USR-${randomUUID()}`, live_mode: true,
    } // prettier-ignore
  }

  function preference(body: Fields, account: number) {
    const id = `${account}-${randomUUID()}`
    const [item] = body['items'] as [Fields]
    if (item['currency_id'] === 'COP' && !Number.isInteger(item['unit_price'])) {
      const message = 'Prices in COP currency must be expressed with integer values'
      return { status: 400, body: { message, error: 'bad_request', status: 400 } }
    }
    preferences.set(id, { ...body, collector_id: account })
    return {
      status: 201,
      body: { ...body, id, collector_id: account, init_point: `${url}/checkout/v1/redirect?pref_id=${id}` },
    }
  }

  function search(query: URLSearchParams, account: number) {
    const results = [...payments.values()].filter(
      (one) =>
        one['visibleTo'] === account &&
        one['external_reference'] === query.get('external_reference') &&
        (!query.has('status') || one['status'] === query.get('status')),
    )
    const limit = Number(query.get('limit') ?? 30)
    return {
      status: 200,
      body: {
        paging: { total: results.length, limit, offset: 0 },
        results: results.slice(0, limit).map(shown),
      },
    }
  }

  const shown = (payment: Fields) => ({ ...payment, visibleTo: undefined })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    preferences,
    env: {
      MERCADOPAGO_CLIENT_ID: CLIENT.id,
      MERCADOPAGO_CLIENT_SECRET: CLIENT.secret,
      MERCADOPAGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
      MERCADOPAGO_API_URL: url,
      MERCADOPAGO_AUTH_URL: `${url}/auth`,
    },
    /** The reaction to requests by their paths, until it is changed. */
    failWith: (how: typeof failure) => (failure = how),
    /** An owner lets the application in, on the page that the panel leads to. @returns where the browser goes then */
    authorize(address: string, account = accounts++) {
      const query = new URL(address).searchParams
      const code = `TG-${randomBytes(12).toString('hex')}`
      codes.set(code, {
        account,
        challenge: query.get('code_challenge'),
        redirectUri: query.get('redirect_uri'),
      })
      return `${query.get('redirect_uri')}?${new URLSearchParams({ code, state: query.get('state')! })}`
    },
    /** The access tokens lapse; `refresh` too: the owner took the permission back. */
    expireTokens({ refresh = false } = {}) {
      accessTokens.clear()
      if (refresh) refreshTokens.clear()
    },
    /** A payment of an account, approved unless `fields` say otherwise. @returns its id */
    pay(account: number, fields: Fields) {
      const id = paymentIds++
      payments.set(String(id), {
        id, status: 'approved', status_detail: 'accredited', currency_id: 'MXN', transaction_amount_refunded: 0,
        date_approved: '2026-11-20T10:30:00.000-04:00', collector_id: account, visibleTo: account, live_mode: true, ...fields,
      }) // prettier-ignore
      return String(id)
    },
    change: (id: string, fields: Fields) => Object.assign(payments.get(id)!, fields),
  }
}

type Notification = { account: number; paymentId: string; secret?: string; signedId?: string; type?: string }

/** A notification of a payment with its signature. */
export function notificationOf({
  account,
  paymentId,
  secret = WEBHOOK_SECRET,
  signedId = paymentId,
  type = 'payment',
}: Notification) {
  const [ts, requestId] = [String(Date.now()), randomUUID()]
  const v1 = createHmac('sha256', secret)
    .update(`id:${signedId.toLowerCase()};request-id:${requestId};ts:${ts};`)
    .digest('hex')
  return {
    path: `/api/payments/mercadopago?source_news=webhooks&data.id=${paymentId}&type=${type}`,
    headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId },
    body: {
      id: Number(ts), live_mode: true, type, date_created: '2026-11-20T10:30:00.000-04:00', user_id: account, api_version: 'v1',
      action: 'payment.updated', data: { id: paymentId },
    }, // prettier-ignore
  }
}

async function read(request: IncomingMessage): Promise<MercadoPagoRequest> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mercadopago')
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    body: text === '' ? {} : (JSON.parse(text) as Fields),
    token: (request.headers.authorization ?? '').replace('Bearer ', ''),
  }
}
