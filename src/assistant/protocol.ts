import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import { bodyCache } from '../core/cache.ts'
import { ApiError } from '../core/errors.ts'
import type { Catalogue, Offer } from './catalogue.ts'
import { inWords } from './difference.ts'
import { during, type Call } from './during-call.ts'
import { ask, type Exchange } from './exchange.ts'
import { CUSTOMERS_WORDS, INSTRUCTIONS } from './instructions.ts'
import { markedResult, markedTools, readyResult, readyTools } from './ready.ts'
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
  server.setRequestHandler('tools/list', () => {
    exchange.ready = listedFor(exchange, catalogue)
    return { tools: markedTools }
  })
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

/** The lists as they were told before, by what the keys may do: there are few. */
const told = new Map<string, Buffer>()
const MOST_TOLD = 200

function listedFor({ key, readOnly }: Exchange, catalogue: Catalogue): Buffer {
  const scopes = key!.scopes.toSorted()
  const kept = `${scopes.join()} ${readOnly}`
  const known = told.get(kept)
  if (known) return known
  const offers = [...catalogue.values()].filter(
    (offer) => scopes.includes(offer.scope) && !(readOnly && isWriting(offer)),
  )
  const list = readyTools(offers.map(({ listed }) => listed))
  if (told.size === MOST_TOLD) told.clear()
  told.set(kept, list)
  return list
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
  const { statusCode, headers, payload } = await during(call, () => ask(exchange, rest))
  if (statusCode >= 400) return refused(payload)
  if (call.changes) return rehearsed(call, payload)
  exchange.ready = done(offer, payload, headers.etag?.toString())
  return markedResult
}

const refused = (body: string): CallToolResult => ({ isError: true, content: [text(body)] })

/** Results of reads of the catalog, by the ETag of their bodies. */
const results = bodyCache(16 * 1024 * 1024)

function done({ customersWords }: Offer, body: string, etag: string | undefined): Buffer {
  const known = etag && results.get(etag, 0)
  if (known) return known.body
  const result = readyResult(body, customersWords ? [CUSTOMERS_WORDS] : [])
  if (etag) results.set(etag, { version: 0, body: result, etag })
  return result
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
