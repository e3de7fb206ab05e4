import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { App } from '../core/http/app.ts'
import { transaction, type Tx } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { differenceOf, type Change } from './difference.ts'
import { isWriting, type Tool } from './tool.ts'

/** What a REST request made for an assistant knows of the call. `changes` is what a rehearsal found. */
export type CallContext = {
  /** Null when a resource is read. */
  tool: Tool | null
  dryRun: boolean
  changes?: Change[]
}

/** No header and no body can claim to be a tool's call: only code that runs inside `inCallContext` is. */
const context = new AsyncLocalStorage<CallContext>()

export const inCallContext = <T>(call: CallContext, work: () => Promise<T>): Promise<T> =>
  context.run(call, work)

/** Makes the routes that follow know a tool's call: who acts, the record of a write, the rehearsal that stores nothing. */
export function addToolHooks(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (context.getStore()) {
      request.actor = 'assistant'
      request.isCounted = true
    }
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') route.handler = withToolHooks(route.handler)
  })
}

function withToolHooks(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function handle(request, reply) {
    const call = context.getStore()
    const work = async () => handler.call(this, request, reply)
    return call?.tool && isWriting(call.tool) ? perform(call.tool, call, request, work) : work()
  }
}

const rollback = new Error('a rehearsal is rolled back')

/** Does the work and records it in one transaction, which a rehearsal rolls back. */
async function perform(tool: Tool, call: CallContext, request: FastifyRequest, work: () => Promise<unknown>) {
  let answer: unknown
  try {
    await transaction(request.sql, async (tx) => {
      request.sql = tx
      const before = await stateBefore(tool, tx, request)
      answer = await work()
      const after = tool.method === 'DELETE' ? null : (answer as { data: object }).data
      if (call.dryRun) {
        call.changes = differenceOf(before, after)
        throw rollback
      }
      await record(tx, tool, request, before, after)
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

const subjectOf = (state: { id?: string } | null) => state?.id

async function record(
  tx: Tx,
  tool: Tool,
  { store, key, params }: FastifyRequest,
  before: object | null,
  after: object | null,
) {
  const { id: subject = subjectOf(after) ?? store.id } = params as { id?: string }
  await tx`
    insert into assistant_actions (store_id, id, key_id, tool, subject_id, before, after)
    values (
      ${store.id}, ${newId()}, ${key.id}, ${tool.name}, ${subject}, ${before && tx.json(before)},
      ${after && tx.json(after)}
    )`
}
