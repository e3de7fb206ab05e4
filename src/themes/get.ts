import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { findSaved } from './saved.ts'
import { isThemeId, Theme, toTheme } from './theme.ts'

export function getThemeRoute(app: App) {
  app.get('/store/themes/:id', {
    config: { scope: 'themes:read' },
    schema: {
      operationId: 'getTheme',
      summary: 'Leer un tema de la tienda',
      description: 'Sus ajustes, los valores publicados y los del borrador, si hay uno.',
      params: IdParams,
      response: { 200: dataOf(Theme) },
    },
    async handler({ sql, store, params }) {
      return { data: await getTheme(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
export async function getTheme(sql: Sql, storeId: string, id: string): Promise<Theme> {
  if (!isThemeId(id)) throw notFound('El tema')
  return toTheme(id, await findSaved(sql, storeId))
}
