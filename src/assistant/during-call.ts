import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { App } from '../core/http/app.ts'
import { checked } from '../core/auth/authenticate.ts'
import { transaction, type Tx } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import type { KeyCheck } from '../core/auth/key-lookup.ts'
import { differenceOf, type Change } from './difference.ts'
import { isWriting, type Tool } from './tool.ts'

/**
 * A call under way, seen from the REST request that it became. `check` is what was said of its key before; `changes` is
 * what a rehearsal found.
 */
export type Call = { tool: Tool; dryRun: boolean; check?: ReturnType<KeyCheck>; changes?: Change[] }

/** No header and no body says that a request is a tool's: only code that runs inside `during` can. */
const calls = new AsyncLocalStorage<Call>()

export function during<T>(call: Call, work: () => Promise<T>): Promise<T> {
  return calls.run(call, work)
}

/** The call that the present code runs for; none for a resource. */
export const callUnderWay = () => calls.getStore()

/** Makes the routes that follow know a tool's call: who acts, the record of a write, the rehearsal that stores nothing. */
export function heedTools(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    const call = calls.getStore()
    if (call) request.actor = 'assistant'
    if (call?.check) checked.set(request.raw, call.check)
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') route.handler = heeding(route.handler)
  })
}

function heeding(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function handle(request, reply) {
    const call = calls.getStore()
    const work = async () => handler.call(this, request, reply)
    return call && isWriting(call.tool) ? performed(call, request, work) : work()
  }
}

const undone = new Error('a rehearsal is undone')

/** Does the work and records it in one transaction; a rehearsal ends by undoing all of it. */
async function performed(call: Call, request: FastifyRequest, work: () => Promise<unknown>) {
  let answer: unknown
  try {
    await transaction(request.sql, async (tx) => {
      request.sql = tx
      const before = await stateBefore(call.tool, tx, request)
      answer = await work()
      const after = call.tool.method === 'DELETE' ? null : (answer as { data: object }).data
      if (call.dryRun) {
        call.changes = differenceOf(before, after)
        throw undone
      }
      await record(tx, call, request, before, after)
    })
  } catch (error) {
    if (error !== undone) throw error
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
  { tool }: Call,
  { store, key, params }: FastifyRequest,
  before: object | null,
  after: object | null,
) {
  const { id: subject = subjectOf(after) ?? store.id } = params as { id?: string }
  await tx`
    insert into assistant_actions (store_id, id, key_id, tool, subject_id, before, after)
    values (
      ${store.id}, ${newId()}, ${key.id}, ${tool.name}, ${subject}, ${before && tx.json(before as never)},
      ${after && tx.json(after as never)}
    )`
}
