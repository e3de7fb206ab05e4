import type { App } from '../core/http/app.ts'
import { listOf, Page, toPage } from '../core/http/page.ts'
import { Import } from './import.ts'
import { listImports } from './read-import.ts'

export function listImportsRoute(app: App) {
  app.get('/imports', {
    config: { scope: 'products:write' },
    schema: {
      operationId: 'listImports',
      summary: 'Listar las importaciones',
      description:
        'Las importaciones de los últimos 90 días y los ensayos del último, las más nuevas primero.',
      querystring: Page,
      response: { 200: listOf(Import) },
    },
    async handler({ sql, store, query }) {
      return toPage(query, await listImports(sql, store.id, query))
    },
  })
}
