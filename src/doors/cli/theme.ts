import { findTheme } from '../../features/themes/get.ts'
import { isThemeId, themeIds, themeSchema, type ThemeId } from '../../features/themes/theme.ts'
import { activateTheme, publishDraft, saveDraft } from '../../features/themes/draft.ts'
import { onStore, UsageError, type Command, type Flags } from './command.ts'
import { pathHere } from '../../features/stores/address.ts'

export const themeCommands: Record<string, Command> = {
  'theme activate': {
    flags: '--store S --theme lino',
    does: 'Activates a theme of a store: barro, lino, tinta',
    run: onStore(async ({ sql, flags, store }) => {
      const theme = themeIn(flags)
      await activateTheme(sql, store.id, theme)
      return findTheme(sql, store.id, theme)
    }),
  },
  'theme draft': {
    flags: '--store S --theme lino --set accent=#2f6b4f,corners=6',
    does: 'Changes the draft of a theme, and prints a link to its preview',
    run: onStore(async ({ sql, config, flags, store }) => {
      const theme = themeIn(flags)
      const token = await saveDraft(sql, store.id, theme, readSettings(theme, flags['set']!))
      return { id: theme, previewUrl: `${config.publicUrl}${pathHere(store, `/vista/${token}`)}` }
    }),
  },
  'theme publish': {
    flags: '--store S --theme lino',
    does: 'Publishes the draft of a theme',
    run: onStore(async ({ sql, flags, store }) => {
      const theme = themeIn(flags)
      if (!(await publishDraft(sql, store.id, theme))) throw new UsageError(`${theme} has no draft`)
      return findTheme(sql, store.id, theme)
    }),
  },
}

function themeIn({ theme = '' }: Flags): ThemeId {
  if (isThemeId(theme)) return theme
  throw new UsageError(`There is no theme "${theme}"; there are: ${themeIds.join(', ')}`)
}

/** `accent=#2f6b4f,corners=6`; an empty value clears a text or a picture. */
function readSettings(theme: ThemeId, text: string): Record<string, unknown> {
  const settings = themeSchema(theme).groups.flatMap(({ settings }) => settings)
  return Object.fromEntries(
    text.split(/,(?=\w+=)/).map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      const value = rest.join('=')
      const type = settings.find(({ id }) => id === name)?.type
      return [name, type === 'range' ? Number(value) : value || null]
    }),
  )
}
