import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import { DatabaseOutage, outageOf, outages, type Outage } from '../../core/errors/outage.ts'
import { throttle } from '../../core/process/throttle.ts'
import { readWorkerState, WorkerState } from './worker-state.ts'

const Ready = Type.Object({
  status: Type.Enum(['ok', 'error']),
  database: Type.Enum(['connected', 'disconnected']),
  timestamp: Type.String({ format: 'date-time' }),
  reason: Type.Optional(
    Type.Enum([...(Object.keys(outages) as Outage[]), 'stopping'], {
      description: 'Por qué no puede atender; solo con 503',
    }),
  ),
  details: Type.Optional(WorkerState),
})

const TIMEOUT = 900
/** ms; each check costs a commit. */
const WRITE_AGE = 1_000
/** ms; anyone may request it. */
const DETAILS_AGE = 1_000

export function readyRoute(app: App) {
  const writes = throttle(WRITE_AGE, () => commit(app.sql))
  const readDetails = throttle(DETAILS_AGE, () => readWorkerState(app.sql))

  app.get('/ready', {
    schema: {
      operationId: 'getReady',
      summary: 'Saber si el servicio puede atender',
      description:
        'Escribe en la base de datos y responde en menos de un segundo: 503 cuando no contesta o no guarda, con la causa en `reason`. ' +
        'Que nadie atienda los envíos se ve en `details` y no cambia el estado: los pedidos se reciben igual.',
      response: { 200: Ready, 503: Ready },
    },
    async handler(request, reply) {
      const [connection, write, details] = await Promise.all([
        outageDuring(app.sql`select 1`, 'no_answer'),
        outageDuring(writes(), 'not_saving'),
        inTime(readDetails()).catch(() => null),
      ])
      const outage = connection ?? write
      if (outage && !app.lifecycle.stopping) request.log.error({ err: outage }, 'not ready')
      const reason = app.lifecycle.stopping ? ('stopping' as const) : outage?.outage
      if (reason) reply.code(503).header('retry-after', '5')
      return {
        status: reason ? ('error' as const) : ('ok' as const),
        database: connection ? ('disconnected' as const) : ('connected' as const),
        ...(reason && { reason }),
        timestamp: new Date().toISOString(),
        ...(details && { details }),
      }
    },
  })
}

export async function isReady(sql: Sql): Promise<boolean> {
  const outages = await Promise.all([
    outageDuring(sql`select 1`, 'no_answer'),
    outageDuring(commit(sql), 'not_saving'),
  ])
  return outages.every((outage) => outage === null)
}

/** @param otherwise the outage of an error that tells of none itself */
async function outageDuring(work: Promise<unknown>, otherwise: Outage): Promise<DatabaseOutage | null> {
  try {
    await inTime(work)
    return null
  } catch (error) {
    return new DatabaseOutage(outageOf(error) ?? otherwise, { cause: error })
  }
}

/** The result. @throws DatabaseOutage after TIMEOUT: a database that hangs accepts queries and never returns */
async function inTime<T>(result: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = wait(TIMEOUT, undefined, { signal: done.signal }).then(() => {
    throw new DatabaseOutage('no_answer')
  })
  try {
    return await Promise.race([result, late])
  } finally {
    late.catch(() => {})
    done.abort()
  }
}

/**
 * Writes a megabyte to a temporary file, which a full disk has no place for, and commits an empty record to the write-ahead log,
 * which waits for the disk and the synchronous standbys as every commit does. Writes to no table.
 */
const commit = (sql: Sql) =>
  sql`
    select pg_logical_emit_message(true, 'vitrina', 'ready')
    from (
      select count(*)
      from set_config('work_mem', '64kB', true) as work_mem, generate_series(1, 30000 + 0 * length(work_mem))
    ) as written
    where current_setting('transaction_read_only') = 'off'`.then(({ count }) => {
    if (count === 0) throw new DatabaseOutage('read_only')
  })

const Health = Type.Object({ status: Type.Literal('ok'), timestamp: Type.String({ format: 'date-time' }) })

export function healthRoute(app: App) {
  app.get('/health', {
    schema: {
      operationId: 'getHealth',
      summary: 'Saber si el proceso vive',
      description: 'Responde mientras el proceso atiende, sin preguntar a la base de datos.',
      response: { 200: Health },
    },
    handler: () => ({ status: 'ok' as const, timestamp: new Date().toISOString() }),
  })
}
