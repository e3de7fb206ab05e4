import { operation } from '../../core/operations/operation.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { Import, shownColumns, toImport, type ShownImport } from './import.ts'

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

export async function selectImports(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [rows, total] = await Promise.all([
    sql<ShownImport[]>`
      select ${shownColumns(sql)}
      from imports
      where store_id = ${storeId}
      order by created_at desc, id desc
      limit ${limit} offset ${offset}`,
    countRows(sql, 'imports', storeId),
  ])
  return { data: rows.map(toImport), total }
}
