import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { App } from '../core/http/app.ts'
import { bearerToken, identify } from '../core/auth/authenticate.ts'
import { ApiError, forbidden, invalid } from '../core/errors/errors.ts'
import { compileValidator } from '../core/http/schema.ts'
import { sendError, toApiError } from '../core/http/send-error.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import type { Exchange } from './exchange.ts'
import { resourceCallOf } from './resources.ts'
import { isRehearsal, restCallOf } from './rest-call.ts'

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

/** Model Context Protocol over Streamable HTTP, without sessions: each message is answered by itself. */
export function mcpRoute(app: App) {
  const catalogue = catalogueOf(app)
  let answering: ReturnType<typeof loadAnswers> | undefined
  app.addHook('onClose', async () => (await answering)?.close())

  app.post('/mcp', {
    config: { repeatable: false, relay: true },
    schema: {
      operationId: 'callAssistantTools',
      summary: 'Herramientas para asistentes (MCP)',
      description:
        'La misma API como 34 herramientas del Model Context Protocol, por Streamable HTTP y sin sesiones. Una herramienta puede lo que pueda la clave en la dirección REST a la que llama.',
      querystring: Type.Object({
        readonly: Type.Optional(
          Type.Enum(['0', '1'], { description: '1: solo las 18 herramientas que no cambian nada' }),
        ),
      }),
      body: Message,
      response: { 200: Result, 202: Type.Null(), 400: Result, 404: Result, 406: Result },
    },
    validatorCompiler: ({ schema, httpPart }) =>
      httpPart === 'body' ? () => true : compileValidator(schema, httpPart ?? 'querystring'),
    onRequest: refuseEarly,
    errorHandler: sendRefusal,
    async handler(request, reply) {
      const exchange = await begin(request, reply, catalogue)
      const { answer } = await (answering ??= loadAnswers(catalogue))
      return answer(exchange, reply)
    },
  })
}

/** The protocol's library takes its memory where an assistant asks. */
async function loadAnswers(catalogue: Catalogue) {
  const { answers } = await import('./answer.ts')
  return answers(catalogue)
}

/** Before anything is read: a key has to be there, and a page of another site has no business here. */
async function refuseEarly(request: FastifyRequest) {
  const { origin } = request.headers
  if (origin !== undefined && !(await isOwn(origin, request.server.publicUrl))) {
    throw forbidden('Esta dirección no atiende a páginas de otros sitios')
  }
  bearerToken(request)
}

/** On one's own machine, any of its names. */
async function isOwn(origin: string, publicUrl: string): Promise<boolean> {
  const { localhostAllowedOrigins, validateOriginHeader } = await import('@modelcontextprotocol/server')
  const { hostname } = new URL(publicUrl)
  const hosts = localhostAllowedOrigins().includes(hostname) ? localhostAllowedOrigins() : [hostname]
  return validateOriginHeader(origin, hosts).ok
}

/** What the message asks of the REST API, or the key checked when it asks nothing of it. @throws 401, 429 */
async function begin(request: FastifyRequest, reply: FastifyReply, catalogue: Catalogue): Promise<Exchange> {
  if (Array.isArray(request.body)) throw invalid('body', 'type', 'Debe ser un solo mensaje')
  const readOnly = (request.query as { readonly?: string }).readonly === '1'
  const exchange: Exchange = {
    request,
    readOnly,
    rest: null,
    dryRun: false,
    key: null,
    limits: {},
    unknownKey: false,
    ready: null,
    offer: null,
    outcome: null,
  }
  try {
    plan(exchange, catalogue)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    exchange.rest = error
  }
  if (!exchange.rest || exchange.rest instanceof ApiError) exchange.key = await identify(request, reply, null)
  return exchange
}

type Params = { name?: unknown; arguments?: unknown; uri?: unknown }

/** @throws 400, 403 */
function plan(exchange: Exchange, catalogue: Catalogue) {
  const { method, params } = (exchange.request.body ?? {}) as { method?: unknown; params?: Params | null }
  if (method === 'resources/read' && typeof params?.uri === 'string') {
    exchange.rest = resourceCallOf(params.uri)
  }
  if (method !== 'tools/call' || !params) return
  const { name, arguments: given = {} } = params
  const offer = typeof name === 'string' ? catalogue.get(name) : undefined
  if (!offer || typeof given !== 'object' || given === null || Array.isArray(given)) return
  exchange.offer = offer
  exchange.dryRun = isRehearsal(offer, given as Record<string, unknown>)
  exchange.rest = restCallOf(offer, given as Record<string, unknown>, exchange.readOnly)
}

/** What concerns the message is said as the protocol says it; the rest as everywhere in the API. */
function sendRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
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
