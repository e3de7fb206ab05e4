import type { Sql } from '../database/db.ts'

const NAME = 'heartbeat'

/** Says that a worker is alive, and that it will say so again within `ms`. */
export async function sayAlive(sql: Sql, ms: number): Promise<void> {
  await sql`
    insert into maintenance_jobs (name, next_at)
    values (${NAME}, statement_timestamp() + make_interval(secs => ${ms / 1000}))
    on conflict (name) do update
    set next_at = excluded.next_at`
}

/** Since when every worker has been silent; null while one is alive, `undefined` where none ever was. */
export async function silentSince(sql: Sql): Promise<string | null | undefined> {
  const [heart] = await sql<{ isLate: boolean; nextAt: string }[]>`
    select next_at < statement_timestamp() - interval '1 minute' as is_late, next_at
    from maintenance_jobs
    where name = ${NAME}`
  if (!heart) return undefined
  return heart.isLate ? heart.nextAt : null
}
