import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import { wordingIn } from '../../core/texts/text.ts'
import type { FastifyRequest } from 'fastify'
import { userMessage } from '../../core/errors/errors.ts'
import { idempotencyKeyOf } from '../../core/http/idempotency.ts'
import { logFailure, toApiError } from '../../core/http/send-error.ts'
import { rpcCodeOf, rpcDataOf } from './failure.ts'
import { allCapabilities, perform } from './operation.ts'
import type { FindPlatform } from './platform.ts'
import { inTurn } from './shop.ts'
import type { Arguments, Tools } from './tools.ts'

const OPTIONS = {
  capabilities: { tools: {} },
  cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'public' as const } },
}

export function serverFor(caller: FastifyRequest, tools: Tools, findPlatform: FindPlatform): Server {
  const { name } = caller.shopping!.shop
  const instructions =
    `Aquí se compra en la tienda ${name}. Busca con search_catalog (perdona errores al escribir), junta con create_cart los ` +
    'variants[].id que la persona quiera, y dale el continue_url del carrito: ahí ve su carrito y hace el pedido ella misma.'
  const server = new Server({ name: 'vitrina', title: name, version: '1.0.0' }, { ...OPTIONS, instructions })
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ listed }) => listed) as never[],
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name)
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`)
    try {
      return await callTool(caller, tool, params.arguments ?? {}, findPlatform)
    } catch (error) {
      const failure = toApiError(error as Error, caller)
      logFailure(error as Error, caller, failure)
      caller.shopping!.failure = failure
      throw new ProtocolError(rpcCodeOf(failure), wordingIn(userMessage(failure), 'es'), rpcDataOf(failure))
    }
  })
  return server
}

type Tool = NonNullable<ReturnType<Tools['get']>>

async function callTool(
  caller: FastifyRequest,
  { operation, validate }: Tool,
  given: Arguments,
  findPlatform: FindPlatform,
): Promise<CallToolResult> {
  const { error } = validate(given)
  if (error) throw error
  const { meta, id = '' } = given
  const agent = meta?.['ucp-agent']
  const common = agent ? await findPlatform(agent.profile, caller.clientAddress) : allCapabilities
  const idempotencyKey = idempotencyKeyOf({ 'idempotency-key': meta?.['idempotency-key'] })
  const { shop } = caller.shopping!
  const { body } = await inTurn(caller, { shop, isRead: operation.isRead }, (turn) =>
    perform(operation, { ...turn, common, body: given[operation.argument ?? ''], id, idempotencyKey }),
  )
  return { structuredContent: body, content: [{ type: 'text', text: JSON.stringify(body) }] }
}
