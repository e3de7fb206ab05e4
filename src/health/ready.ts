import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import type { App } from '../core/http/app.ts'
import type { Db } from '../core/database/db.ts'

const Ready = Type.Object({
  status: Type.Enum(['ok', 'error']),
  database: Type.Enum(['connected', 'disconnected']),
  timestamp: Type.String({ format: 'date-time' }),
})

const PATIENCE = 900

export function readyRoute(app: App) {
  app.get('/ready', {
    schema: {
      operationId: 'getReady',
      summary: 'Saber si el servicio puede atender',
      description: 'Pregunta a la base de datos y responde en menos de un segundo.',
      response: { 200: Ready, 503: Ready },
    },
    async handler(_request, reply) {
      const connected = await answers(app.sql)
      const ready = connected && !app.lifecycle.stopping
      if (!ready) reply.code(503)
      return {
        status: ready ? ('ok' as const) : ('error' as const),
        database: connected ? ('connected' as const) : ('disconnected' as const),
        timestamp: new Date().toISOString(),
      }
    },
  })
}

/** Whether the database answers in time. One that hangs accepts the question and never answers. */
async function answers(sql: Db): Promise<boolean> {
  const patience = new AbortController()
  const query = sql`select 1`
  try {
    return await Promise.race([query.then(() => true), wait(PATIENCE, false, { signal: patience.signal })])
  } catch {
    return false
  } finally {
    patience.abort()
  }
}
