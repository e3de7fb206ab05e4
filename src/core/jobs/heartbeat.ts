import type { Sql } from '../database/db.ts'

const NAME = 'heartbeat'

/** Records a worker's heartbeat; the next one is due within `ms`. */
export async function recordHeartbeat(sql: Sql, ms: number): Promise<void> {
  await sql`
    insert into maintenance_jobs (name, next_at)
    values (${NAME}, statement_timestamp() + make_interval(secs => ${ms / 1000}))
    on conflict (name) do update
    set next_at = excluded.next_at`
}

/** When the heartbeat became overdue; null while a worker is alive, undefined if none ever was. */
export async function noHeartbeatSince(sql: Sql): Promise<string | null | undefined> {
  const [heartbeat] = await sql<{ isLate: boolean; nextAt: string }[]>`
    select next_at < statement_timestamp() - interval '1 minute' as is_late, next_at
    from maintenance_jobs
    where name = ${NAME}`
  if (!heartbeat) return undefined
  return heartbeat.isLate ? heartbeat.nextAt : null
}
