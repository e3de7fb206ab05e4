import { hash } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import { bodyCache } from '../core/http/body-cache.ts'
import { ApiError } from '../core/errors/errors.ts'
import type { Catalogue, Offer } from './catalogue.ts'
import { inWords } from './difference.ts'
import { during, type Call } from './during-call.ts'
import { ask, type Exchange } from './exchange.ts'
import { CUSTOMERS_WORDS, INSTRUCTIONS } from './instructions.ts'
import { markedResult, markedTools, readyResult, readyTools } from './ready.ts'
import { resourcesFor, templatesFor } from './resources.ts'
import type { RestCall } from './rest-call.ts'
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
  server.setRequestHandler('tools/list', () => listTools(exchange, catalogue))
  server.setRequestHandler(
    'tools/call',
    ({ params }) => (exchange.outcome as CallToolResult | null) ?? callTool(exchange, params.name),
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

export function listTools(exchange: Exchange, catalogue: Catalogue) {
  exchange.ready = listedFor(exchange, catalogue)
  return markedTools
}

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

/** @throws the protocol's own error when there is no such tool */
export async function callTool(exchange: Exchange, name: string): Promise<CallToolResult> {
  const { offer, rest } = exchange
  if (!offer || !rest) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
  }
  if (rest instanceof ApiError) return refused(JSON.stringify(rest.body))

  const call: Call = { tool: offer, dryRun: exchange.dryRun }
  const place = placeOf(exchange, rest)
  const kept = results.get(place, 0)
  const { statusCode, headers, payload } = await during(call, () => ask(exchange, rest, kept?.etag))
  if (statusCode >= 400) return refused(payload)
  if (call.changes) return rehearsed(call, payload)
  exchange.ready = statusCode === 304 ? kept!.body : done(offer, payload)
  const etag = headers.etag?.toString()
  if (etag && statusCode === 200) results.set(place, { version: 0, body: exchange.ready, etag })
  return markedResult
}

const refused = (body: string): CallToolResult => ({ isError: true, content: [text(body)] })

/** Results that came with an ETag, by who asked for what, as a client keeps them: the REST API says whether they hold. */
const results = bodyCache(32 * 1024 * 1024)

function placeOf({ request }: Exchange, { url, store }: RestCall): string {
  const { authorization, 'service-store': selected } = request.headers
  return `${hash('sha256', authorization ?? '')} ${store ?? String(selected)} ${url}`
}

function done({ customersWords }: Offer, body: string): Buffer {
  return readyResult(body, customersWords ? [CUSTOMERS_WORDS] : [])
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
