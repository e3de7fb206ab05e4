import type { Sql } from '../core/database/db.ts'
import { inboundLag } from '../whatsapp/inbound-metrics.ts'
import type { Check } from './doctor-check.ts'

const MAX_LAG = 60

/** Whether what people write is handled. */
export async function checkMessages(sql: Sql): Promise<Check> {
  const lag = Math.round(await inboundLag(sql))
  const name = 'whatsapp messages'
  if (lag <= MAX_LAG) return { name, status: 'ok', message: 'none waits for long' }
  const message = `the oldest waits since ${lag} s: look for "message not handled" in the worker's log`
  return { name, status: 'warn', message }
}
