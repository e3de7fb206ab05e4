import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, userMessage, type ApiError } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { logFailure, toApiError } from '../../core/http/send-error.ts'
import type { Endpoint } from '../../core/mcp/endpoint.ts'
import { sendResponse } from '../../core/mcp/send-response.ts'
import type { limitPerAddress } from '../../core/limits/rate-limit.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { rpcCodeOf, rpcDataOf } from './failure.ts'
import type { UcpOperation } from './operation.ts'
import type { FindPlatform } from './platform.ts'
import { askedShop } from './shop.ts'
import { toolsOf, type Tools } from './tools.ts'
import { t } from '../../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The shop of a message to its tools, and why the tool that it called has no result. */
    shopping: { shop: Shop; failure: ApiError | null } | null
  }
}

type Parts = { findPlatform: FindPlatform; limit: ReturnType<typeof limitPerAddress> }

/** The operations as tools of the Model Context Protocol: Streamable HTTP, stateless, without a key. */
export function mcpRoute(app: App, operations: UcpOperation[], { findPlatform, limit }: Parts) {
  const tools = toolsOf(operations)
  let endpoint: Promise<Endpoint> | undefined
  app.addHook('onClose', async () => (await endpoint)?.close())
  app.decorateRequest('shopping', null)
  app.post('/:slug/ucp/mcp', {
    config: { relay: true, neverMoves: true },
    onRequest: limit,
    errorHandler: sendRejection,
    async handler(request, reply) {
      if (Array.isArray(request.body)) throw invalid('body', 'type', t('Debe ser un solo mensaje'))
      request.shopping = { shop: await askedShop(request), failure: null }
      const response = await (await (endpoint ??= open(tools, findPlatform))).handle(request)
      const { failure } = request.shopping
      // The status of HTTP says it too (the release, "Transport Bindings").
      return sendResponse(
        failure
          ? new Response(response.body, { status: failure.status, headers: response.headers })
          : response,
        failure ? reply.headers(failure.headers) : reply,
      )
    },
  })
}

/** Loaded with the first message: the library takes memory. */
async function open(tools: Tools, findPlatform: FindPlatform): Promise<Endpoint> {
  const { openEndpoint } = await import('../../core/mcp/endpoint.ts')
  const { serverFor } = await import('./server.ts')
  return openEndpoint((caller) => serverFor(caller, tools, findPlatform))
}

function sendRejection(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const apiError = toApiError(error, request)
  logFailure(error, request, apiError)
  const { status, headers, body } = apiError
  const isMalformed = body.details?.['reason'] === 'malformed_json'
  const code = isMalformed ? -32_700 : status === 400 ? -32_600 : rpcCodeOf(apiError)
  const rejection = { code, message: userMessage(apiError), data: rpcDataOf(apiError) }
  void reply.code(status).headers(headers).send({ jsonrpc: '2.0', id: null, error: rejection })
}
