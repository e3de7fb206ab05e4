import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { App } from '../core/http/app.ts'
import { transaction, type Tx } from '../core/database/db.ts'
import { differenceOf, type Change } from './difference.ts'
import { isWriting, type Tool } from './tool.ts'

/** The tool call that a REST request was made for. `changes` is what a write did, or would do. */
export type CallContext = {
  /** Null when a resource is read. */
  tool: Tool | null
  dryRun: boolean
  changes?: Change[]
}

/** Only requests made inside `inCallContext` are tool calls; no header or body can claim to be one. */
const context = new AsyncLocalStorage<CallContext>()

export const inCallContext = <T>(call: CallContext, work: () => Promise<T>): Promise<T> =>
  context.run(call, work)

/** Hooks for tool calls on the routes registered after it: set the actor, compute what a write changed, roll back a dry run. */
export function addToolHooks(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (context.getStore()) {
      request.actor = 'assistant'
      request.isCounted = true
    }
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') route.handler = withToolHooks(route.handler)
  })
}

function withToolHooks(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function handle(request, reply) {
    const call = context.getStore()
    const work = async () => handler.call(this, request, reply)
    return call?.tool && isWriting(call.tool) ? perform(call.tool, call, request, work) : work()
  }
}

const rollback = new Error('a dry run is rolled back')

/** Runs `work` and records its changes, in a transaction that is rolled back on a dry run. */
async function perform(tool: Tool, call: CallContext, request: FastifyRequest, work: () => Promise<unknown>) {
  let answer: unknown
  try {
    await transaction(request.sql, async (tx) => {
      request.sql = tx
      const before = await stateBefore(tool, tx, request)
      answer = await work()
      const after = tool.method === 'DELETE' ? null : (answer as { data: object }).data
      call.changes = differenceOf(before, after)
      if (call.dryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return answer
}

async function stateBefore({ before }: Tool, tx: Tx, { params, store, server }: FastifyRequest) {
  const { id = '' } = params as { id?: string }
  return (await before?.({ sql: tx, storeId: store.id, id, publicUrl: server.publicUrl })) ?? null
}
