import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { identify, storeHeader } from '../../core/auth/authenticate.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { sendError, toApiError } from '../../core/http/send-error.ts'
import { KEY_LIMIT, limitHeaders } from '../../core/limits/rate-limit.ts'
import { METADATA, RESOURCES, type Resource } from '../../features/oauth/addresses.ts'
import type { Endpoint } from '../../core/mcp/endpoint.ts'
import { sendResponse } from '../../core/mcp/send-response.ts'
import { toolDefinitions, type ToolDefinitions } from './tool-definition.ts'
import { laterTools } from './tools/later.ts'
import { t } from '../../core/texts/text.ts'

const Message = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    method: Type.String({ examples: ['tools/list'] }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { description: 'Un mensaje JSON-RPC 2.0 del Model Context Protocol' },
)
const Result = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] }),
    result: Type.Optional(Type.Object({}, { additionalProperties: true })),
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), message: Type.String() },
        { additionalProperties: true, description: 'Error de JSON-RPC' },
      ),
    ),
  },
  { description: 'La respuesta JSON-RPC' },
)

declare module 'fastify' {
  interface FastifyRequest {
    /** A 429 that is held back until the message's method is known, because some methods don't count. */
    limitError: ApiError | null
  }
}

/** Model Context Protocol over Streamable HTTP, stateless: no sessions. */
export function mcpRoutes(app: App) {
  const definitions = toolDefinitions()
  let endpoint: Promise<Endpoint> | undefined
  app.addHook('onClose', async () => (await endpoint)?.close())
  app.decorateRequest('limitError', null)
  const open = () => (endpoint ??= openTools(definitions))
  for (const resource of RESOURCES) mcpRoute(app, resource, open)
}

async function openTools(definitions: ToolDefinitions): Promise<Endpoint> {
  const { openEndpoint } = await import('../../core/mcp/endpoint.ts')
  const { serverFor } = await import('./server.ts')
  return openEndpoint((caller) => serverFor(caller, definitions))
}

function mcpRoute(app: App, resource: Resource, open: () => Promise<Endpoint>) {
  app.post(resource, {
    config: { relay: true, errors: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED'] },
    schema: {
      operationId: 'callAssistantTools',
      summary: 'Herramientas para asistentes (MCP)',
      description:
        'La misma API como 34 herramientas del Model Context Protocol, por Streamable HTTP y sin ' +
        'sesiones. Una herramienta puede lo que pueda la clave en la dirección REST a la que llama.',
      querystring: Type.Object({
        readonly: Type.Optional(
          Type.Enum(['0', '1'], {
            description: '1: solo las herramientas que no cambian nada, 18 de las 34',
          }),
        ),
        tools: Type.Optional(
          Type.Enum(['all'], {
            description:
              `all: también las ${laterTools.length} de lo que vino después: pagos, cambios propuestos, deshacer, muchos precios, ` +
              'formas de pago y grupos de extras',
          }),
        ),
      }),
      body: Message,
      response: { 200: Result, 202: Type.Null(), 400: Result, 404: Result, 406: Result },
    },
    validatorCompiler: ({ schema, httpPart }) =>
      httpPart === 'body' ? () => true : compileValidator(schema, httpPart ?? 'querystring'),
    onRequest: (request, reply) => identifyAndCount(request, reply, resource),
    errorHandler: sendRejection,
    async handler(request, reply) {
      if (Array.isArray(request.body)) throw invalid('body', 'type', t('Debe ser un solo mensaje'))
      await enforceLimit(request, reply)
      const response = await (await open()).handle(request)
      if (request.limitError) throw request.limitError // no tool was reached
      return sendResponse(response, reply)
    },
  })
}

const MAX_BODY_PAST_LIMIT = 64 * 1024

/** Looks the key up and counts the message before its body is read. @throws 401, and 429 with a large body */
async function identifyAndCount(request: FastifyRequest, reply: FastifyReply, resource: Resource) {
  try {
    await identify(request, reply, storeHeader(request.headers))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw withChallenge(error, request, resource)
    const isSmall = Number(request.headers['content-length'] ?? Infinity) <= MAX_BODY_PAST_LIMIT
    if (!(error instanceof ApiError && error.status === 429 && isSmall)) throw error
    request.limitError = error
  }
}

/** Adds the `WWW-Authenticate` challenge, which names the metadata of the authorization server (RFC 9728). */
function withChallenge({ body }: ApiError, { headers, server }: FastifyRequest, resource: Resource) {
  const metadata = `resource_metadata="${server.publicUrl}${METADATA}${resource}"`
  const challenge = headers.authorization ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`
  return new ApiError(401, body, { 'www-authenticate': challenge })
}

/** Refunds the hit of methods that open or keep a connection. Past the limit, a tool's call gets the error as its result. @throws 429 */
async function enforceLimit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method } = (request.body ?? {}) as { method?: unknown }
  if (typeof method === 'string' && isUncounted(method)) {
    const hits = await request.server.hits.refund(KEY_LIMIT, request.key.id)
    reply.headers(limitHeaders(KEY_LIMIT, hits))
    request.limitError = null
  } else if (request.limitError) {
    reply.headers(request.limitError.headers)
    if (method !== 'tools/call') throw request.limitError
  }
}

const isUncounted = (method: string) =>
  method === 'initialize' || method === 'ping' || method.startsWith('notifications/')

/** Errors about the message are JSON-RPC errors, unless it is past the limit; others have the API's envelope. */
function sendRejection(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const error = request.limitError ?? thrown
  const { status, body } = toApiError(error, request)
  if (status !== 400) return void sendError(error, request, reply)
  const isMalformed = body.details?.['reason'] === 'malformed_json'
  void reply
    .code(400)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: isMalformed ? -32_700 : -32_600, message: body.error, data: body },
      }),
    )
}
