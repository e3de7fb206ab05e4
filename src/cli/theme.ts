import { findStore } from '../stores/find.ts'
import { findTheme } from '../themes/get.ts'
import { isThemeId, themeIds, themeSchema, type ThemeId } from '../themes/theme.ts'
import { activateTheme, publishDraft, saveDraft } from '../themes/draft.ts'
import { UsageError, type Call, type Command } from './command.ts'
import { pathHere } from '../stores/address.ts'

export const themeCommands: Record<string, Command> = {
  'theme activate': {
    flags: '--store S --theme lino',
    does: 'Activates a theme of a store: barro, lino, tinta',
    async run(call) {
      const { store, theme } = await storeAndTheme(call)
      await activateTheme(call.sql, store.id, theme)
      return findTheme(call.sql, store.id, theme)
    },
  },
  'theme draft': {
    flags: '--store S --theme lino --set accent=#2f6b4f,corners=6',
    does: 'Changes the draft of a theme, and prints a link to its preview',
    async run(call) {
      const { store, theme } = await storeAndTheme(call)
      const token = await saveDraft(call.sql, store.id, theme, readSettings(theme, call.flags['set']!))
      return { id: theme, previewUrl: `${call.config.publicUrl}${pathHere(store, `/vista/${token}`)}` }
    },
  },
  'theme publish': {
    flags: '--store S --theme lino',
    does: 'Publishes the draft of a theme',
    async run(call) {
      const { store, theme } = await storeAndTheme(call)
      if (!(await publishDraft(call.sql, store.id, theme))) throw new UsageError(`${theme} has no draft`)
      return findTheme(call.sql, store.id, theme)
    },
  },
}

async function storeAndTheme({
  sql,
  flags,
}: Call): Promise<{ store: { id: string; slug: string }; theme: ThemeId }> {
  const theme = flags['theme']!
  if (!isThemeId(theme))
    throw new UsageError(`There is no theme "${theme}"; there are: ${themeIds.join(', ')}`)
  return { store: await findStore(sql, flags['store']!), theme }
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
