import type { Sql } from '../../core/database/db.ts'
import { registerGauge } from '../../core/metrics/metrics.ts'

/** Seconds since the oldest message that was not handled yet arrived; 0 where none waits. */
export async function inboundLag(sql: Sql): Promise<number> {
  const [{ lag }] = await sql<[{ lag: number }]>`
    select coalesce(extract(epoch from statement_timestamp() - min(received_at)), 0)::float8 as lag
    from whatsapp_messages
    where handled_at is null`
  return lag
}

export const registerInboundMetrics = (sql: Sql): void =>
  registerGauge('inboundLag', async () => [{ value: await inboundLag(sql) }])
