import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../core/errors/errors.ts'
import type { Catalogue } from './catalogue.ts'
import type { Exchange } from './exchange.ts'
import { frameOf, framed, isPlain, type Frame } from './frame.ts'
import { callTool, listTools, serverFor } from './protocol.ts'
import { complete } from './ready.ts'

type Message = { method: string; id?: unknown }

/**
 * Answers messages: those of the newest revision, and those of the ones that begin with `initialize`. The protocol's
 * library writes the first answer of each kind; what it wrote around the result serves the others.
 */
export function answers(catalogue: Catalogue) {
  const exchanges = new WeakMap<Request, Exchange>()
  const frames = new Map<string, Frame>()
  const newest = createMcpHandler(({ requestInfo }) => serverFor(exchanges.get(requestInfo!)!, catalogue), {
    legacy: 'reject',
  })

  return { answer, close: () => newest.close() }

  async function answer(exchange: Exchange, reply: FastifyReply) {
    const { request } = exchange
    const plain = isPlain(request) ? (request.body as Message) : null
    if (plain) await foresee(exchange, plain, catalogue)
    const known = plain && exchange.ready && frames.get(plain.method)
    if (known) return sendParts(framed(known, exchange.ready!, plain.id), exchange, reply)

    const response = await askLibrary(exchange)
    const written = await response.text()
    const frame = plain && exchange.ready && frameOf(written, plain.id)
    if (frame) frames.set(plain.method, frame)
    return pass(response, complete(written, exchange.ready), exchange, reply)
  }

  async function askLibrary(exchange: Exchange): Promise<Response> {
    const asked = webRequest(exchange.request)
    exchanges.set(asked, exchange)
    return (await isLegacyRequest(asked, exchange.request.body))
      ? answerOlder(exchange, catalogue, asked)
      : newest.fetch(asked, { parsedBody: exchange.request.body })
  }
}

/** Finds the result before the library is asked to write it. */
async function foresee(exchange: Exchange, { method }: Message, catalogue: Catalogue) {
  if (exchange.offer) exchange.outcome = await callTool(exchange, exchange.offer.name)
  else if (method === 'tools/list') listTools(exchange, catalogue)
}

function webRequest({ headers, server }: FastifyRequest): Request {
  const asked = new Request(`${server.publicUrl}/api/mcp`, { method: 'POST' })
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    if (headers[name] !== undefined) asked.headers.set(name, String(headers[name]))
  }
  return asked
}

/** The revisions that begin with `initialize`. */
async function answerOlder(exchange: Exchange, catalogue: Catalogue, asked: Request): Promise<Response> {
  if (hasBadParams(exchange.request.body)) return badParams(exchange.request.body)
  const server = serverFor(exchange, catalogue)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(asked, { parsedBody: exchange.request.body })
  } finally {
    await server.close()
  }
}

/** The library would take these for errors of its own, which -32603 stands for. */
const read: Record<string, (message: unknown) => boolean> = {
  initialize: isSpecType.InitializeRequest,
  'resources/read': isSpecType.ReadResourceRequest,
}

function hasBadParams(message: unknown): message is Message {
  const { method, id } = (message ?? {}) as Partial<Message>
  const fits = typeof method === 'string' && Object.hasOwn(read, method) ? read[method] : undefined
  return id !== undefined && fits !== undefined && !fits(message)
}

const badParams = ({ id }: Message) =>
  Response.json({
    jsonrpc: '2.0',
    id,
    error: { code: ProtocolErrorCode.InvalidParams, message: 'Invalid params' },
  })

/** The parts go out as they are: to join them first costs as much as the rest of the answer. */
function sendParts(parts: Buffer[], { limits }: Exchange, reply: FastifyReply) {
  reply.headers(limits).hijack()
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/json',
    'content-length': length,
  })
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
}

function pass(
  response: Response,
  answer: string | Buffer,
  { limits, unknownKey }: Exchange,
  reply: FastifyReply,
) {
  if (unknownKey) throw unauthorized('La clave de API no existe, fue revocada o venció')
  const type = response.headers.get('content-type')
  if (type) reply.header('content-type', type)
  return reply.code(response.status).headers(limits).send(answer)
}
