import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { sign } from './stripe.ts'

type StripeObject = Record<string, unknown> & { id: string }

const WEBHOOK_SECRET = 'whsec_conectadas'

/**
 * A server on loopback that answers as Stripe's API does for a platform: accounts, account links, Checkout Sessions and payment intents of
 * connected accounts. Ends with the test file. https://docs.stripe.com/api
 */
export async function startStripeConnect() {
  const requests: { path: string; account: string | undefined; body: URLSearchParams }[] = []
  const [accounts, sessions, intents] = [1, 2, 3].map(() => new Map<string, StripeObject>()) as [
    Map<string, StripeObject>, Map<string, StripeObject>, Map<string, StripeObject>,
  ] // prettier-ignore
  let [n, isHanging] = [0, false]

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (isHanging) return
      const path = new URL(request.url!, 'http://stripe').pathname
      const account = request.headers['stripe-account']?.toString()
      requests.push({ path, account, body })
      const object = answerTo(request.method!, path, account, body)
      const status = object ? 200 : 404
      const error = {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
      }
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
      response.end(JSON.stringify(object ?? error))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  function answerTo(method: string, path: string, account: string | undefined, body: URLSearchParams) {
    const [, , resource, id] = path.split('/')
    if (method === 'POST' && resource === 'accounts') {
      return put(accounts, {
        id: `acct_${++n}`,
        object: 'account',
        type: body.get('type'),
        charges_enabled: false,
      })
    }
    if (resource === 'accounts') return accounts.get(id!)
    if (resource === 'account_links')
      return { object: 'account_link', url: `https://connect.stripe.com/setup/s/${body.get('account')}` }
    if (method === 'POST') return session(account!, body)
    const found = path.includes('/checkout/sessions/')
      ? sessions.get(path.split('/').at(-1)!)
      : intents.get(id!)
    return found?.['account'] === account ? { ...found, account: undefined } : undefined
  }

  function session(account: string, body: URLSearchParams) {
    const id = `cs_test_${++n}`
    const expires_at = Number(body.get('expires_at'))
    const url = `https://checkout.stripe.com/c/pay/${id}`
    return put(sessions, { id, object: 'checkout.session', account, url, expires_at, payment_intent: null })
  }

  function put(objects: Map<string, StripeObject>, object: StripeObject) {
    objects.set(object.id, object)
    return object
  }

  return {
    requests,
    accounts,
    sessions,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_prueba',
      STRIPE_WEBHOOK_SECRET: 'whsec_planes',
      STRIPE_CONNECT_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    hang: (is: boolean) => (isHanging = is),
    /** A payment of an account, succeeded unless `fields` say otherwise. @returns its id */
    pay(
      account: string,
      orderId: string,
      fields: Record<string, unknown> = {},
      charge: Record<string, unknown> = {},
    ) {
      const id = `pi_${++n}`
      const latest_charge = {
        id: `ch_${n}`, object: 'charge', created: 1_764_000_000, refunded: false, amount_refunded: 0, disputed: false, ...charge,
      } // prettier-ignore
      put(intents, {
        id, object: 'payment_intent', account, status: 'succeeded', amount_received: 25_050, currency: 'mxn',
        metadata: { orderId }, latest_charge, ...fields,
      }) // prettier-ignore
      return id
    },
    refund: (id: string, amount: number) =>
      Object.assign(intents.get(id)!['latest_charge'] as object, {
        amount_refunded: amount,
        refunded: amount === 25_050,
      }),
  }
}

/** An event of a connected account, signed. */
export function eventOf(
  account: string,
  intent: string,
  { secret = WEBHOOK_SECRET, type = 'payment_intent.succeeded', at = Math.floor(Date.now() / 1000) } = {},
) {
  const object = { object: 'payment_intent', id: intent }
  const body = JSON.stringify({
    id: `evt_${intent}`,
    object: 'event',
    type,
    account,
    created: 1_764_000_000,
    data: { object },
  })
  return { body, headers: sign(body, { secret, at }) }
}

async function read(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}
