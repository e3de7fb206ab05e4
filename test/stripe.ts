import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { StripeError, StripeObjects, type Fields, type StripeObject } from './stripe-objects.ts'

type StripeRequest = {
  method: string
  path: string
  query: Fields
  body: Fields
  idempotencyKey: string | null
}
type Reply = { status: number; body: object }

/** What the server does with requests instead of answering them. */
type Failure = 'slow' | 'hang' | 'reset' | 'garbage' | { status: number }

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>

const SECRET_KEY = 'sk_test_prueba'
const WEBHOOK_SECRET = 'whsec_prueba'

/** A server on loopback that answers as Stripe's API does, and signs events as it does. Ends with the test file. */
export async function startStripe() {
  const objects = new StripeObjects()
  const requests: StripeRequest[] = []
  let failure: Failure | null = null
  const replies = new Map<string, { asked: string; reply: Reply }>()

  const server = createServer((request, response) => {
    void read(request).then((asked) => {
      requests.push(asked)
      if (failure === 'hang') return
      if (failure === 'reset') return response.destroy()
      if (failure === 'garbage') return response.end('<html>Bad gateway</html>')
      const delay = failure === 'slow' ? 400 : 0
      const { status, body } =
        failure && failure !== 'slow'
          ? new StripeError(failure.status, 'api_error', 'Something went wrong').reply
          : answerTo(asked, request)
      const text = JSON.stringify(body) // what was true when it was asked, even if it comes late
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(7).toString('hex')}`,
        'stripe-should-retry': 'false',
      })
      setTimeout(() => response.end(text), delay)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  function answerTo(asked: StripeRequest, { headers }: IncomingMessage): Reply {
    try {
      if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
        throw new StripeError(401, 'invalid_request_error', 'Invalid API Key provided')
      }
      return idempotently(asked, () => ({ status: 200, body: respond(objects, asked) }))
    } catch (error) {
      if (error instanceof StripeError) return error.reply
      throw error
    }
  }

  // https://docs.stripe.com/api/idempotent_requests
  function idempotently(asked: StripeRequest, work: () => Reply): Reply {
    if (!asked.idempotencyKey) return work()
    const same = JSON.stringify([asked.method, asked.path, asked.body])
    const earlier = replies.get(asked.idempotencyKey)
    if (earlier && earlier.asked !== same) {
      throw new StripeError(400, 'idempotency_error', 'Keys for idempotent requests can only be used once')
    }
    const reply = earlier?.reply ?? work()
    replies.set(asked.idempotencyKey, { asked: same, reply })
    return reply
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    requests,
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: url },
    /** The reaction to all requests, until it is changed. */
    failWith: (how: Failure | null) => (failure = how),
  }
}

/** The `Stripe-Signature` of a body. https://docs.stripe.com/webhooks#verify-manually */
export function sign(body: string, { at = Math.floor(Date.now() / 1000), secret = WEBHOOK_SECRET } = {}) {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${signature},v0=${'0'.repeat(64)}` }
}

async function read(request: IncomingMessage): Promise<StripeRequest> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const url = new URL(request.url ?? '/', 'http://stripe')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: fieldsOf(url.searchParams),
    body: fieldsOf(new URLSearchParams(text)),
    idempotencyKey: request.headers['idempotency-key']?.toString() ?? null,
  }
}

/** `a[b][0]=c` as `{ a: { b: { 0: 'c' } } }` */
function fieldsOf(params: URLSearchParams): Fields {
  const fields: Fields = {}
  for (const [name, value] of params) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let place = fields
    for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as Fields
    place[path.at(-1)!] = value
  }
  return fields
}

function respond(objects: StripeObjects, { method, path, query, body }: StripeRequest): object {
  const [, resource = '', id, act] = /^\/v1\/((?:checkout|billing_portal)\/sessions|[a-z_]+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [] // prettier-ignore
  switch (`${method} ${resource}${id ? ' one' : ''}${act ? ` ${act}` : ''}`) {
    case 'POST customers':
      return objects.createCustomer(body)
    case 'POST checkout/sessions':
      return objects.createCheckout(body)
    case 'POST checkout/sessions one expire':
      return objects.expireCheckout(id!)
    case 'POST billing_portal/sessions':
      return objects.createPortal(body)
    case 'DELETE subscriptions one':
      return objects.cancelSubscription(id!, 'cancellation_requested')
    case 'GET subscriptions':
    case 'GET payment_intents':
    case 'GET invoices':
    case 'GET disputes':
    case 'GET prices':
    case 'GET checkout/sessions':
      return page(objects, path, resource, query)
    case 'GET charges one':
    case 'GET payment_intents one':
    case 'GET customers one':
      return objects.find(id!)
    default:
      throw new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`)
  }
}

const kinds: Record<string, string> = {
  subscriptions: 'subscription',
  payment_intents: 'payment_intent',
  invoices: 'invoice',
  disputes: 'dispute',
  prices: 'price',
  'checkout/sessions': 'checkout.session',
}

/** Newest first, as Stripe lists. */
function page(objects: StripeObjects, url: string, resource: string, query: Fields) {
  const { limit = '10', starting_after: after, expand = {}, status, lookup_keys: names, ...equal } = query
  const matches = objects.all(kinds[resource]!).filter((object) => {
    if (status === undefined && resource === 'subscriptions' && object['status'] === 'canceled') return false
    if (status !== undefined && status !== 'all' && object['status'] !== status) return false
    if (names && !Object.values(names).includes(object['lookup_key'] as string)) return false
    return Object.entries(equal).every(([name, value]) => String(object[name]) === value)
  })
  const from = after ? matches.findIndex(({ id }) => id === after) + 1 : 0
  const data = matches.slice(from, from + Number(limit))
  const paths = (Object.values(expand as Fields) as string[]).map((path) =>
    path.replace(/^data\./, '').split('.'),
  )
  return {
    object: 'list',
    url,
    has_more: from + data.length < matches.length,
    data: data.map((object) => paths.reduce((known, path) => expanded(objects, known, path), object)),
  }
}

function expanded(objects: StripeObjects, object: StripeObject, [name, ...rest]: string[]): StripeObject {
  if (!name) return object
  const value = object[name]
  if (object.object === 'charge' && name === 'refunds') {
    const data = objects.all('refund').filter(({ charge }) => charge === object.id)
    return {
      ...object,
      refunds: { object: 'list', data, has_more: false, url: `/v1/charges/${object.id}/refunds` },
    }
  }
  if (typeof value !== 'string' && (value === null || value === undefined)) return object
  const target = typeof value === 'string' ? objects.find(value) : (value as StripeObject)
  return { ...object, [name]: expanded(objects, target, rest) }
}
