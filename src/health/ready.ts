import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Sql } from '../core/database/db.ts'
import type { App } from '../core/http/app.ts'
import { throttle } from '../core/process/throttle.ts'
import { readWorkerState, WorkerState } from './worker-state.ts'

const Ready = Type.Object({
  status: Type.Enum(['ok', 'error']),
  database: Type.Enum(['connected', 'disconnected']),
  timestamp: Type.String({ format: 'date-time' }),
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
        'Escribe en la base de datos y responde en menos de un segundo: 503 cuando no contesta o no guarda. ' +
        'Que nadie atienda los envíos se ve en `details` y no cambia el estado: los pedidos se reciben igual.',
      response: { 200: Ready, 503: Ready },
    },
    async handler(_request, reply) {
      const [connected, commits, details] = await Promise.all([
        nullOnError(app.sql`select 1`.then(() => true)),
        nullOnError(writes()),
        nullOnError(readDetails()),
      ])
      const ready = connected && commits && !app.lifecycle.stopping
      if (!ready) reply.code(503).header('retry-after', '5')
      return {
        status: ready ? ('ok' as const) : ('error' as const),
        database: connected ? ('connected' as const) : ('disconnected' as const),
        timestamp: new Date().toISOString(),
        ...(details && { details }),
      }
    },
  })
}

/** The result, or null on an error or after TIMEOUT: a database that hangs accepts queries and never returns. */
async function nullOnError<T>(result: Promise<T>): Promise<T | null> {
  const done = new AbortController()
  try {
    return await Promise.race([result, wait(TIMEOUT, null, { signal: done.signal })])
  } catch {
    return null
  } finally {
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
    where current_setting('transaction_read_only') = 'off'`.then(({ count }) => count === 1)
