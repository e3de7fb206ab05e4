import type { Sql } from '../../core/database/db.ts'

/** Newer orders than these are announced with their number alone. */
const MAX_ARRIVALS = 5
const MAX_READ = 20

/** The newest orders that somebody else placed, not the store itself in its panel: those that the panel rings for. */
export async function readArrivals(sql: Sql, storeId: string): Promise<string[]> {
  const rows = await sql<{ id: string; by: string }[]>`
    select id, timeline -> 0 ->> 'by' as by
    from orders
    where store_id = ${storeId}
    order by created_at desc, id desc
    limit ${MAX_READ}`
  return rows
    .filter(({ by }) => by !== 'panel')
    .slice(0, MAX_ARRIVALS)
    .map(({ id }) => id)
}
