import type { Sql } from '../../core/database/db.ts'
import { DEFAULT_THEME, isThemeId, themeSettingsOf, type ThemeSettings } from './theme.ts'

export async function findThemeSettings(sql: Sql, storeId: string): Promise<ThemeSettings> {
  const [row] = await sql<{ id: string; published: Record<string, unknown> }[]>`
    select id, published from themes where store_id = ${storeId} and is_active`
  return row && isThemeId(row.id)
    ? themeSettingsOf(row.id, row.published)
    : themeSettingsOf(DEFAULT_THEME, null)
}
