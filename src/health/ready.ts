import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import type { App } from '../core/http/app.ts'
import { atMostEvery } from '../core/process/at-most-every.ts'
import { readWorkerState, WorkerState } from './worker-state.ts'

const Ready = Type.Object({
  status: Type.Enum(['ok', 'error']),
  database: Type.Enum(['connected', 'disconnected']),
  timestamp: Type.String({ format: 'date-time' }),
  details: Type.Optional(WorkerState),
})

const PATIENCE = 900
/** ms; anyone may ask. */
const DETAILS_AGE = 1_000

export function readyRoute(app: App) {
  const readDetails = atMostEvery(DETAILS_AGE, () => readWorkerState(app.sql))

  app.get('/ready', {
    schema: {
      operationId: 'getReady',
      summary: 'Saber si el servicio puede atender',
      description:
        'Pregunta a la base de datos y responde en menos de un segundo. Que nadie atienda los envíos se ' +
        've en `details` y no cambia el estado: los pedidos se reciben igual.',
      response: { 200: Ready, 503: Ready },
    },
    async handler(_request, reply) {
      const [connected, details] = await Promise.all([
        inPatience(app.sql`select 1`.then(() => true)),
        inPatience(readDetails()),
      ])
      const ready = connected && !app.lifecycle.stopping
      if (!ready) reply.code(503)
      return {
        status: ready ? ('ok' as const) : ('error' as const),
        database: connected ? ('connected' as const) : ('disconnected' as const),
        timestamp: new Date().toISOString(),
        ...(details && { details }),
      }
    },
  })
}

/** The answer, or null when it takes too long. A database that hangs accepts the question and never answers. */
async function inPatience<T>(answer: Promise<T>): Promise<T | null> {
  const patience = new AbortController()
  try {
    return await Promise.race([answer, wait(PATIENCE, null, { signal: patience.signal })])
  } catch {
    return null
  } finally {
    patience.abort()
  }
}
