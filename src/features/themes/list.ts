import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { dataOf } from '../../core/http/schema.ts'
import { findSaved } from './saved.ts'
import { themeIds, ThemeSummary, toSummary } from './theme.ts'

const Themes = Type.Object(
  {
    storeId: Type.String(),
    source: Type.Literal('SAVED_CONFIGURATION'),
    activeThemeId: Type.String(),
    themes: Type.Array(ThemeSummary),
    visualVerification: Type.Literal('UNVERIFIED'),
  },
  { description: 'Los temas de la tienda' },
)
type Themes = Static<typeof Themes>

export const listThemes = operation({
  id: 'listThemes',
  rest: 'GET /store/themes',
  scope: 'themes:read',
  summary: 'Listar los temas de la tienda',
  description:
    'Los temas que la tienda puede usar y cuál está activo. Solo lo guardado: nadie miró cómo se ve.',
  response: { 200: dataOf(Themes) },
  async run({ sql, store }) {
    return { data: await selectThemes(sql, store.id) }
  },
})

async function selectThemes(sql: Sql, storeId: string): Promise<Themes> {
  const saved = await findSaved(sql, storeId)
  const themes = themeIds.map((id) => toSummary(id, saved))
  return {
    storeId,
    source: 'SAVED_CONFIGURATION',
    activeThemeId: themes.find(({ isActive }) => isActive)!.id,
    themes,
    visualVerification: 'UNVERIFIED',
  }
}
