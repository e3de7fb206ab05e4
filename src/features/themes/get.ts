import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { findSaved } from './saved.ts'
import { isThemeId, Theme, toTheme } from './theme.ts'
import { t } from '../../core/texts/text.ts'

export const getTheme = operation({
  id: 'getTheme',
  rest: 'GET /store/themes/:id',
  scope: 'themes:read',
  summary: 'Leer un tema de la tienda',
  description: 'Sus ajustes, los valores publicados y los del borrador, si hay uno.',
  response: { 200: dataOf(Theme) },
  async run({ sql, store, id }) {
    return { data: await findTheme(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findTheme(sql: Sql, storeId: string, id: string): Promise<Theme> {
  if (!isThemeId(id)) throw notFound(t('El tema'))
  return toTheme(id, await findSaved(sql, storeId))
}
