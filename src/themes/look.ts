import type { Sql } from '../core/database/db.ts'
import { DEFAULT_THEME, isThemeId, lookOf, type Look } from './theme.ts'

/** How a store looks now: its active theme with what is published of it. */
export async function findLook(sql: Sql, storeId: string): Promise<Look> {
  const [row] = await sql<{ id: string; published: Record<string, unknown> }[]>`
    select id, published from themes where store_id = ${storeId} and is_active`
  return row && isThemeId(row.id) ? lookOf(row.id, row.published) : lookOf(DEFAULT_THEME, null)
}
