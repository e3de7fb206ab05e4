// How many searches of assistants a second, beside the search page of the same shops; and as a tool, beside the REST request?
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allCapabilities, VERSION } from '../src/doors/ucp/operation.ts'
import { print } from './report.ts'
import { message, post } from './requests.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'
import { beside } from './turns.ts'

/** As many as a page of the shop's catalog has, so that both answer with the same. */
const PRODUCTS = 48
/** As a shopper would type it in a hurry. */
const QUERY = 'cafe de la finka'

const capabilities = Object.fromEntries([...allCapabilities].map((name) => [name, [{ version: VERSION }]]))
const platform = createServer((_request, response) => {
  response.end(JSON.stringify({ ucp: { version: VERSION, capabilities } }))
}).listen(0, '127.0.0.1')
await once(platform, 'listening')
const profile = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/`

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const stores = await shops(service.sql, 50, PRODUCTS)
const slugs = await service.sql<{ slug: string }[]>`
  select slug from stores where id = any(${stores.map(({ id }) => id)})`

// From an address each, of which none may ask often.
const from = { 'x-forwarded-for': '{ip}' }
const catalog = { query: QUERY, pagination: { limit: PRODUCTS } }
const pages = slugs.map(
  ({ slug }) =>
    `GET /${slug}?q=${encodeURIComponent(QUERY)} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: {ip}\r\n\r\n`,
)
const rest = slugs.map(({ slug }) =>
  post(`/${slug}/ucp/v1/catalog/search`, catalog, { ...from, 'ucp-agent': `profile="${profile}"` }),
)
const tools = slugs.map(({ slug }) =>
  message(
    `/${slug}/ucp/mcp`,
    'tools/call',
    { name: 'search_catalog', arguments: { catalog, meta: { 'ucp-agent': { profile } } } },
    from,
  ),
)

for (const connections of [32, 1]) {
  const how = { port: service.port, connections }
  const search = { what: 'POST …/ucp/v1/catalog/search', requests: rest }
  print(`Searches in 50 shops, ${PRODUCTS} products an answer, ${connections} connections`, [
    await beside(search, { what: 'search pages', requests: pages }, { ...how, atLeast: 1 }),
    await beside(
      { what: 'search_catalog', requests: tools },
      { ...search, what: 'by REST' },
      { ...how, atLeast: 0.5 },
    ),
  ])
}
await service.stop()
platform.close()
