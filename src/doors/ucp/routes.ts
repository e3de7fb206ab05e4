import { secureData } from '../../core/pages/security.ts'
import { idempotencyKeyOf } from '../../core/http/idempotency.ts'
import type { App } from '../../core/http/app.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { carts } from './carts.ts'
import { sendFailure } from './failure.ts'
import { lookupCatalog } from './lookup-catalog.ts'
import { mcpRoute } from './mcp.ts'
import { perform, type UcpOperation, capabilities, VERSION } from './operation.ts'
import { getProduct } from './get-product.ts'
import { invalidUrl, platforms } from './platform.ts'
import { searchCatalog } from './search-catalog.ts'
import { askedShop, inTurn } from './shop.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from '../../core/http/body-cache.ts'
import { etagOf } from '../../core/http/etag.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { shopUrl, type Addresses } from '../../features/stores/address.ts'

const operations: UcpOperation[] = [searchCatalog, lookupCatalog, getProduct, ...carts]

const LIMIT = { name: 'ucp', max: 60, seconds: 60 }

/** The shop for assistants, by the Universal Commerce Protocol: its profile, and each operation as a REST route and as a tool. */
export function ucpRoutes(app: App) {
  app.setErrorHandler(sendFailure)
  app.addHook('onRequest', secureData)
  profileRoutes(app)
  const [findPlatform, limit] = [platforms(app), limitPerAddress(LIMIT)]
  for (const operation of operations) {
    const [method, path] = operation.rest.split(' ') as ['GET' | 'POST' | 'PUT', string]
    app.route({
      method,
      url: `/:slug/ucp/v1${path}`,
      config: { relay: true, nonIdParams: true, neverMoves: true },
      schema: operation.body && { body: operation.body },
      onRequest: limit,
      async handler(request, reply) {
        const { headers, clientAddress, params, body } = request
        const shop = await askedShop(request)
        const common = await findPlatform(profileIn(headers['ucp-agent']), clientAddress)
        const { id = '' } = params as { id?: string }
        const idempotencyKey = idempotencyKeyOf(headers)
        const answer = await inTurn(request, { shop, isRead: operation.isRead }, (caller) =>
          perform(operation, { ...caller, common, body, id, idempotencyKey }),
        )
        return reply.code(answer.status).send(answer.body)
      },
    })
  }
  mcpRoute(app, operations, { findPlatform, limit })
}

/** The profile's address in `UCP-Agent`, a dictionary of structured fields (RFC 8941). @throws 400 */
function profileIn(header: string | string[] | undefined): string {
  const [, url] = /(?:^|,)\s*profile="([^"\\]*)"/.exec(String(header ?? '')) ?? []
  if (url === undefined) throw invalidUrl()
  return url
}

const HOW = { type: 'application/json; charset=utf-8', cacheControl: 'public, max-age=300' }
const DOCUMENTS = `https://ucp.dev/${VERSION}`

function profileRoutes(app: App) {
  for (const path of ['/:slug/ucp', '/:slug/.well-known/ucp']) {
    app.get(path, { config: { neverMoves: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
      const profile = Buffer.from(JSON.stringify(profileOf(app, await askedShop(request))))
      const cached = { body: profile, etag: etagOf(profile), version: VERSION }
      const { status, headers, body } = conditionalResponse(cached, HOW, request.headers['if-none-match'])
      return reply.code(status).headers(headers).send(body)
    })
  }
}

function profileOf(service: Addresses, shop: Shop) {
  const transport = (name: 'rest' | 'mcp', path: string, schema: string) => ({
    version: VERSION,
    spec: `${DOCUMENTS}/specification/overview`,
    transport: name,
    schema: `${DOCUMENTS}/services/shopping/${schema}`,
    endpoint: shopUrl(service, shop, path),
  })
  const declared = Object.entries(capabilities).map(([name, [spec, schema]]) => [
    name,
    [
      {
        version: VERSION,
        spec: `${DOCUMENTS}/${spec}`,
        schema: `${DOCUMENTS}/schemas/shopping/${schema}.json`,
      },
    ],
  ])
  return {
    ucp: {
      version: VERSION,
      services: {
        'dev.ucp.shopping': [
          transport('rest', '/ucp/v1', 'rest.openapi.json'),
          transport('mcp', '/ucp/mcp', 'mcp.openrpc.json'),
        ],
      },
      capabilities: Object.fromEntries(declared),
      payment_handlers: {},
    },
  }
}
