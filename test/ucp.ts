import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { anAddress } from './factories.ts'

/** What the tests read of the answers to an assistant's platform. */
export type UcpAnswer = {
  id: string
  code: string
  content: string
  ucp: { status: string }
  products: UcpProduct[]
  product: UcpProduct
  line_items: { id: string; quantity: number }[]
  totals: { amount: number }[]
  messages: { type: string; code: string; path: string; severity: string; content: string }[]
  continue_url: string
}

type UcpProduct = {
  id: string
  price_range: { min: { amount: number } }
  variants: { id: string; inputs: { id: string; match: string }[] }[]
  options: { values: object[] }[]
}

const capabilities = Object.fromEntries(
  ['catalog.search', 'catalog.lookup', 'cart'].map((name) => [
    `dev.ucp.shopping.${name}`,
    [{ version: '2026-04-08' }],
  ]),
)
const profile = { ucp: { version: '2026-04-08', services: {}, payment_handlers: {}, capabilities } }

/** What a platform serves instead of its profile, by path. */
const ODD: Record<string, string> = {
  '/list': '[]',
  '/text': 'hola',
  '/large': `{"a":"${'x'.repeat(300_000)}"}`,
  '/odd': '{"ucp":{"version":"2026-04-08","capabilities":"todas"}}',
  '/old': '{"ucp":{"version":"2026-01-11","capabilities":{}}}',
  '/search': JSON.stringify({
    ucp: { ...profile.ucp, capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] } },
  }),
}

/** A platform whose profile is at each path but those of `ODD`; `reads` is how often it was asked. */
export async function startPlatform() {
  let reads = 0
  const server = createServer((request, response) => {
    reads++
    const { pathname } = new URL(request.url!, 'http://x')
    if (pathname === '/moved') return void response.writeHead(302, { location: '/' }).end()
    if (pathname === '/hangs') return
    response.end(ODD[pathname] ?? JSON.stringify(profile))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reads: () => reads }
}

/** Asks a shop as the platform does, from a new address each time. */
export const asPlatform =
  (service: { url: string }, platform: { url: string }) =>
  async (store: { slug: string }, method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${service.url}/${store.slug}/ucp/v1${path}`, {
      method,
      headers: {
        ...anAddress(),
        'ucp-agent': `profile="${platform.url}/"`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      json: (await response.json()) as UcpAnswer,
    }
  }

/** A line of a cart's request. */
export const askedLine = (id: string, quantity = 1) => ({ item: { id }, quantity })
