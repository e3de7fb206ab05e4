import type { Sql } from '../core/database/db.ts'
import type { ReviewStatus } from './review.ts'

/** How many reviews a store has in each status, from its counters; a status without reviews is left out. */
export async function countReviews(
  sql: Sql,
  storeId: string,
): Promise<Partial<Record<ReviewStatus, number>>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select substr(name, 9) as name, sum(value)::int as count
    from counters
    where store_id = ${storeId} and name like 'reviews.%'
    group by name`
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
