import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { saveDraft } from './draft.ts'
import { themeSettingsOf, type ThemeId } from './theme.ts'

type Version = { id: string; replacedAt: string }

export function listVersions(sql: Sql, storeId: string, themeId: ThemeId) {
  return sql<Version[]>`
    select id, replaced_at
    from theme_versions
    where store_id = ${storeId} and theme_id = ${themeId}
    order by replaced_at desc, id desc`
}

/** Copies all settings of an older version into the draft. @throws 404 */
export async function restoreVersion(sql: Sql, storeId: string, themeId: ThemeId, id: string): Promise<void> {
  const [version] = await sql<{ settings: Record<string, unknown> }[]>`
    select settings
    from theme_versions
    where store_id = ${storeId} and theme_id = ${themeId} and id = ${id}`
  if (!version) throw notFound('Esa versión')
  const { theme: _theme, ...settings } = themeSettingsOf(themeId, version.settings)
  await saveDraft(sql, storeId, themeId, settings)
}
