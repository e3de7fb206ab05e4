import { lockText } from '../../core/database/advisory-locks.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { invalid, notFound } from '../../core/errors/errors.ts'
import { newId, newSecret } from '../../core/values/id.ts'
import { allows, DEFAULT_THEME, themeSchema, type ThemeId, themeSettingsOf } from './theme.ts'
import { t } from '../../core/texts/text.ts'

export function activateTheme(sql: Sql, storeId: string, id: ThemeId) {
  return transaction(sql, async (tx) => {
    await lockThemes(tx, storeId)
    await tx`update themes set is_active = false where store_id = ${storeId} and is_active and id <> ${id}`
    await tx`
      insert into themes (store_id, id, is_active)
      values (${storeId}, ${id}, true)
      on conflict (store_id, id) do update
      set is_active = true, updated_at = statement_timestamp()`
  })
}

/**
 * Changes settings of a theme's draft, which starts as a copy of the published settings. Shoppers don't see it.
 * @returns the token of its preview URL
 * @throws 400 on a setting that the theme does not have, or a value that it does not allow
 */
export function saveDraft(sql: Sql, storeId: string, id: ThemeId, changes: Record<string, unknown>) {
  checkChanges(id, changes)
  return transaction(sql, async (tx) => {
    await lockThemes(tx, storeId)
    const [saved] = await tx<[{ previewToken: string }]>`
      insert into themes as theme (store_id, id, draft, draft_updated_at, preview_token)
      values (${storeId}, ${id}, ${tx.json(changes)}, statement_timestamp(), ${newSecret(24)})
      on conflict (store_id, id) do update
      set
        draft = coalesce(theme.draft, theme.published) || excluded.draft,
        draft_updated_at = excluded.draft_updated_at,
        preview_token = coalesce(theme.preview_token, excluded.preview_token)
      returning preview_token`
    return saved.previewToken
  })
}

const MAX_VERSIONS = 20

/** Its preview URL expires, and the previous settings are stored as a version. @returns whether there was a draft */
export function publishDraft(sql: Sql, storeId: string, id: ThemeId): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await lockThemes(tx, storeId)
    const { count } = await tx`
      insert into theme_versions (store_id, id, theme_id, settings)
      select store_id, ${newId()}, id, published
      from themes
      where store_id = ${storeId} and id = ${id} and draft is not null`
    if (count === 0) return false
    await tx`
      update themes
      set
        published = draft, draft = null, draft_updated_at = null, preview_token = null, updated_at = statement_timestamp(),
        -- A store that never chose a theme shows the default one.
        is_active = is_active or ${id === DEFAULT_THEME} and not exists (
          select from themes other where other.store_id = ${storeId} and other.is_active
        )
      where store_id = ${storeId} and id = ${id}`
    await tx`
      delete from theme_versions
      where store_id = ${storeId}
      and id in (
        select id
        from theme_versions
        where store_id = ${storeId} and theme_id = ${id}
        order by replaced_at desc
        offset ${MAX_VERSIONS}
      )`
    return true
  })
}

export async function discardDraft(sql: Sql, storeId: string, id: ThemeId): Promise<void> {
  await transaction(
    sql,
    (tx) => tx`
      update themes
      set draft = null, draft_updated_at = null, preview_token = null
      where store_id = ${storeId} and id = ${id}`,
  )
}

/** Serialises writers of a store's themes: two could leave two active themes, or lose a change of a draft. */
const lockThemes = (tx: Tx, storeId: string) => lockText(tx, 'themes', storeId)

function checkChanges(id: ThemeId, changes: Record<string, unknown>) {
  const settings = new Map(
    themeSchema(id)
      .groups.flatMap(({ settings }) => settings)
      .map((s) => [s.id, s]),
  )
  for (const [name, value] of Object.entries(changes)) {
    const setting = settings.get(name)
    if (!setting) throw invalid(name, 'unknown_field', t('El tema no tiene este ajuste'))
    if (!allows(setting, value)) throw invalid(name, 'invalid', t('El ajuste no admite este valor'))
  }
}

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
  if (!version) throw notFound(t('Esa versión'))
  const { theme: _theme, ...settings } = themeSettingsOf(themeId, version.settings)
  await saveDraft(sql, storeId, themeId, settings)
}
