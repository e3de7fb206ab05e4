import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { noHeartbeatSince } from '../../core/jobs/heartbeat.ts'
import { listDue } from '../../core/outbox/due.ts'

export const WorkerState = Type.Object(
  {
    worker: Type.Enum(['running', 'silent']),
    workerSilentSince: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    due: Type.Array(
      Type.Object({
        kind: Type.Enum(['whatsapp', 'customer', 'webhook', 'mail', 'push', 'payment', 'answer', 'restock']),
        count: Type.Integer({ description: 'Cuántos envíos esperan, hasta 1000' }),
        since: Type.String({ format: 'date-time', description: 'Desde cuándo debió salir el primero' }),
      }),
    ),
  },
  { description: 'Los envíos: si un proceso los atiende, y qué debió salir y aún espera' },
)
export type WorkerState = Static<typeof WorkerState>

export async function readWorkerState(sql: Sql): Promise<WorkerState> {
  const [silent, due] = await Promise.all([noHeartbeatSince(sql), listDue(sql)])
  return {
    worker: silent === null ? 'running' : 'silent',
    workerSilentSince: silent ?? null,
    due: [...due],
  }
}
