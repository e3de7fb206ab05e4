import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import { ApiError } from '../core/errors.ts'
import type { Catalogue, Offer } from './catalogue.ts'
import { inWords } from './difference.ts'
import { during, type Call } from './during-call.ts'
import { ask, type Exchange } from './exchange.ts'
import { CUSTOMERS_WORDS, INSTRUCTIONS } from './instructions.ts'
import { resourcesFor, templatesFor } from './resources.ts'
import { isWriting } from './tool.ts'

const INFO = { name: 'vitrina', title: 'Vitrina', version: '1.0.0' }
const OPTIONS = {
  capabilities: { tools: {}, resources: {} },
  instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'private' as const } },
}

/** Speaks the protocol for one exchange. */
export function serverFor(exchange: Exchange, catalogue: Catalogue): Server {
  const server = new Server(INFO, OPTIONS)
  server.setRequestHandler('tools/list', () => ({ tools: listedFor(exchange, catalogue) as never[] }))
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(exchange, catalogue.get(params.name), params),
  )
  server.setRequestHandler('resources/list', () => ({ resources: resourcesFor(exchange.key!) }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templatesFor(exchange.key!),
  }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(exchange, params.uri))
  return server
}

function listedFor({ key, readOnly }: Exchange, catalogue: Catalogue): object[] {
  return [...catalogue.values()]
    .filter((offer) => key!.scopes.includes(offer.scope) && !(readOnly && isWriting(offer)))
    .map(({ listed }) => listed)
}

async function callTool(
  exchange: Exchange,
  offer: Offer | undefined,
  { name }: { name: string },
): Promise<CallToolResult> {
  if (!offer || !exchange.rest) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
  }
  if (exchange.rest instanceof ApiError) return refused(JSON.stringify(exchange.rest.body))

  const { rest } = exchange
  const call: Call = { tool: offer, dryRun: exchange.dryRun }
  const { statusCode, payload } = await during(call, () => ask(exchange, rest))
  if (statusCode >= 400) return refused(payload)
  return call.changes ? rehearsed(call, payload) : done(offer, payload)
}

const refused = (body: string): CallToolResult => ({ isError: true, content: [text(body)] })

function done(offer: Offer, body: string): CallToolResult {
  const content = offer.customersWords ? [text(body), text(CUSTOMERS_WORDS)] : [text(body)]
  return { content, structuredContent: JSON.parse(body) as Record<string, unknown> }
}

function rehearsed({ tool, changes }: Call, body: string): CallToolResult {
  const dryRun = { stored: false, changes: changes! }
  const structuredContent = { ...(JSON.parse(body) as object), dryRun }
  const effect = ({ POST: 'create', PUT: 'update', DELETE: 'delete', GET: 'update' } as const)[tool.method]
  return {
    content: [text(JSON.stringify(structuredContent)), text(inWords(changes!, effect))],
    structuredContent,
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value })

async function readResource(exchange: Exchange, uri: string) {
  const { rest } = exchange
  if (!rest || rest instanceof ApiError) throw noResource(uri)
  const { statusCode, payload } = await ask(exchange, rest)
  if (statusCode === 404) throw noResource(uri)
  if (statusCode >= 400) {
    const body = JSON.parse(payload) as { error: string; message?: string }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, body.message ?? body.error, body)
  }
  return { contents: [{ uri, mimeType: 'application/json', text: payload }] }
}

const noResource = (uri: string) =>
  new ProtocolError(ProtocolErrorCode.ResourceNotFound, 'Resource not found', { uri })
