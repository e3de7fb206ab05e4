import { operation } from '../core/operations/operation.ts'
import { listOf, Page, toPage } from '../core/http/page.ts'
import { Import } from './import.ts'
import { selectImports } from './read-import.ts'

export const listImports = operation({
  id: 'listImports',
  rest: 'GET /imports',
  scope: 'products:write',
  summary: 'Listar las importaciones',
  description: 'Las importaciones de los últimos 90 días y los ensayos del último, las más nuevas primero.',
  query: Page,
  response: { 200: listOf(Import) },
  async run({ sql, store, query }) {
    return toPage(query, await selectImports(sql, store.id, query))
  },
})
