import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

type ServerFor = (caller: FastifyRequest) => Server

export type Endpoint = ReturnType<typeof openEndpoint>

/** Handles messages of every protocol revision: the newest, and the older ones, which begin with `initialize`. */
export function openEndpoint(serverFor: ServerFor) {
  const callers = new WeakMap<Request, FastifyRequest>()
  const newest = createMcpHandler(({ requestInfo }) => serverFor(callers.get(requestInfo!)!), {
    legacy: 'reject',
  })
  return { handle, close: () => newest.close() }

  async function handle(caller: FastifyRequest): Promise<Response> {
    const request = webRequest(caller)
    const { body } = caller
    if (await isLegacyRequest(request, body)) return respondToLegacy(request, body, serverFor(caller))
    callers.set(request, caller)
    return newest.fetch(request, { parsedBody: body })
  }
}

function webRequest({ headers, server }: FastifyRequest): Request {
  const request = new Request(`${server.publicUrl}/api/mcp`, { method: 'POST' })
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    if (headers[name] !== undefined) request.headers.set(name, String(headers[name]))
  }
  return request
}

/** Older revisions get one JSON body; the library's own fallback would stream, which stateless clients handle less well. */
async function respondToLegacy(request: Request, body: unknown, server: Server) {
  if (hasBadParams(body)) return badParams(body)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

/** For invalid parameters of these methods the library would return -32603, an internal error. */
const paramValidators: Record<string, (message: unknown) => boolean> = {
  initialize: isSpecType.InitializeRequest,
  'resources/read': isSpecType.ReadResourceRequest,
}

function hasBadParams(message: unknown): message is { id: unknown } {
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown }
  const isValid =
    typeof method === 'string' && Object.hasOwn(paramValidators, method) ? paramValidators[method] : undefined
  return id !== undefined && isValid !== undefined && !isValid(message)
}

const badParams = ({ id }: { id: unknown }) =>
  Response.json({
    jsonrpc: '2.0',
    id,
    error: { code: ProtocolErrorCode.InvalidParams, message: 'Invalid params' },
  })
