import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from '../../core/http/body-cache.ts'
import { etagOf } from '../../core/http/etag.ts'
import type { App } from '../../core/http/app.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { shopUrl, type Addresses } from '../../features/stores/address.ts'
import { capabilities, VERSION } from './operation.ts'
import { askedShop } from './shop.ts'

const HOW = { type: 'application/json; charset=utf-8', cacheControl: 'public, max-age=300' }
const DOCUMENTS = `https://ucp.dev/${VERSION}`

export function profileRoutes(app: App) {
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
