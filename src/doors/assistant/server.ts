import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { errorResponse } from '../../core/http/send-error.ts'
import { perform } from '../../core/operations/perform.ts'
import { callerFor } from './caller.ts'
import { callTool, hasAllTools, isReadOnly } from './call-tool.ts'
import { INSTRUCTIONS, LATER_INSTRUCTIONS } from './instructions.ts'
import { resourceOf, resourcesFor, templatesFor } from './resources.ts'
import type { ToolDefinition, ToolDefinitions } from './tool-definition.ts'
import { isWriting } from './tool.ts'

const INFO = { name: 'vitrina', title: 'Vitrina', version: '1.0.0' }
const OPTIONS = {
  capabilities: { tools: {}, resources: {} },
  cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'private' as const } },
}

export function serverFor(caller: FastifyRequest, definitions: ToolDefinitions): Server {
  const { key } = caller
  const instructions = hasAllTools(caller) ? `${INSTRUCTIONS}\n${LATER_INSTRUCTIONS}` : INSTRUCTIONS
  const server = new Server(INFO, { ...OPTIONS, instructions })
  server.setRequestHandler('tools/list', () => ({ tools: toolsFor(caller, definitions) as never[] }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const definition = definitions.get(params.name)
    if (definition && isOffered(caller, definition))
      return callTool(caller, definition, params.arguments ?? {})
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`)
  })
  server.setRequestHandler('resources/list', () => ({ resources: resourcesFor(key) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templatesFor(key) }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(caller, params.uri))
  return server
}

function toolsFor(caller: FastifyRequest, definitions: ToolDefinitions): object[] {
  const { scopes } = caller.key
  return [...definitions.values()]
    .filter((tool) => isOffered(caller, tool))
    .filter((tool) => scopes.includes(tool.operation.scope) && !(isReadOnly(caller) && isWriting(tool)))
    .map(({ listed }) => listed)
}

const isOffered = (caller: FastifyRequest, { isLater }: ToolDefinition) => !isLater || hasAllTools(caller)

async function readResource(caller: FastifyRequest, uri: string) {
  const resource = resourceOf(uri)
  if (!resource) throw noResource(uri)
  const { operation, input, store } = resource
  try {
    const result = await perform(caller.server, operation, await callerFor(caller, store, operation), input)
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(result) }] }
  } catch (error) {
    const { status, body } = errorResponse(error as Error, caller)
    if (status === 404) throw noResource(uri)
    const message = typeof body['message'] === 'string' ? body['message'] : body.error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, body)
  }
}

const noResource = (uri: string) =>
  new ProtocolError(ProtocolErrorCode.ResourceNotFound, 'Resource not found', { uri })
