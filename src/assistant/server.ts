import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { callTool, isReadOnly } from './call-tool.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { resourceCallOf, resourcesFor, templatesFor } from './resources.ts'
import { callRest } from './rest-call.ts'
import type { ToolDefinitions } from './tool-definition.ts'
import { isWriting } from './tool.ts'

const INFO = { name: 'vitrina', title: 'Vitrina', version: '1.0.0' }
const OPTIONS = {
  capabilities: { tools: {}, resources: {} },
  instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'private' as const } },
}

/** The protocol server for one message of the caller. */
export function serverFor(caller: FastifyRequest, definitions: ToolDefinitions): Server {
  const { key } = caller
  const server = new Server(INFO, OPTIONS)
  server.setRequestHandler('tools/list', () => ({ tools: toolsFor(caller, definitions) as never[] }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const definition = definitions.get(params.name)
    if (definition) return callTool(caller, definition, params.arguments ?? {})
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`)
  })
  server.setRequestHandler('resources/list', () => ({ resources: resourcesFor(key) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templatesFor(key) }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(caller, params.uri))
  return server
}

/** The tools that the key's scopes allow. */
function toolsFor(caller: FastifyRequest, definitions: ToolDefinitions): object[] {
  const { scopes } = caller.key
  return [...definitions.values()]
    .filter((tool) => scopes.includes(tool.scope) && !(isReadOnly(caller) && isWriting(tool)))
    .map(({ listed }) => listed)
}

async function readResource(caller: FastifyRequest, uri: string) {
  const call = resourceCallOf(uri)
  if (!call) throw noResource(uri)
  const { statusCode, payload } = await callRest(caller, call, { tool: null, dryRun: false })
  if (statusCode === 404) throw noResource(uri)
  if (statusCode >= 400) {
    const body = JSON.parse(payload) as { error: string; message?: string }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, body.message ?? body.error, body)
  }
  return { contents: [{ uri, mimeType: 'application/json', text: payload }] }
}

const noResource = (uri: string) =>
  new ProtocolError(ProtocolErrorCode.ResourceNotFound, 'Resource not found', { uri })
