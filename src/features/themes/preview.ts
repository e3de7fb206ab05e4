import type { Sql } from '../../core/database/db.ts'
import { newSecret } from '../../core/values/id.ts'
import { isThemeId, themeSettingsOf, type ThemeId, type ThemeSettings } from './theme.ts'

/** The secret token of a theme's preview URL; created on first use. */
export async function previewTokenOf(sql: Sql, storeId: string, id: ThemeId): Promise<string> {
  const [known] = await sql<{ previewToken: string | null }[]>`
    select preview_token from themes where store_id = ${storeId} and id = ${id}`
  if (known?.previewToken) return known.previewToken
  const [made] = await sql<[{ previewToken: string }]>`
    insert into themes as theme (store_id, id, preview_token, updated_at)
    select id, ${id}, ${newSecret(24)}, created_at from stores where id = ${storeId}
    on conflict (store_id, id) do update
    set preview_token = coalesce(theme.preview_token, excluded.preview_token)
    returning preview_token`
  return made.previewToken
}

export async function findPreview(sql: Sql, storeId: string, token: string): Promise<ThemeSettings | null> {
  const [theme] = await sql<{ id: string; settings: Record<string, unknown> }[]>`
    select id, coalesce(draft, published) as settings
    from themes
    where store_id = ${storeId} and preview_token = ${token}`
  return theme && isThemeId(theme.id) ? themeSettingsOf(theme.id, theme.settings) : null
}
