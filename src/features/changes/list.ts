import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { listOf, pageQuery, toPage } from '../../core/http/page.ts'
import { Instant, Reference } from '../../core/http/schema.ts'
import { hiddenTables } from './access.ts'
import {
  Change,
  changeColumns,
  ChangedBy,
  ChangeResource,
  recorded,
  tableNames,
  type StoredChange,
  type Table,
  withAccounts,
} from './change.ts'
import { toChange } from './to-change.ts'

const ChangesQuery = Type.Object({
  ...pageQuery(),
  resource: Type.Optional(ChangeResource),
  resourceId: Type.Optional(Reference('Solo los cambios de esto: un producto, una categoría…')),
  by: Type.Optional(ChangedBy),
  accountId: Type.Optional(Reference('Solo los de esta persona, y los de sus claves')),
  from: Type.Optional(Instant('Hechos en este instante o después')),
  to: Type.Optional(Instant('Hechos antes de este instante')),
})
type ChangesQuery = Static<typeof ChangesQuery>

export const listChanges = operation({
  id: 'listChanges',
  rest: 'GET /changes',
  scope: 'store:read',
  summary: 'Listar los cambios de la tienda',
  description:
    'Quién cambió qué, por qué medio, y cómo era antes y después, lo más nuevo primero: catálogo, ajustes, ' +
    'temas, equipo, claves y webhooks, durante 90 días. Lo que un pedido descuenta de las existencias no es un cambio. ' +
    'No incluye lo que la clave no puede leer: un cambio de un descuento necesita `discounts:read`.',
  query: ChangesQuery,
  response: { 200: listOf(Change) },
  async run({ sql, store, query, caller }) {
    const { data, total } = await listChangeRows(sql, store.id, query, hiddenTables(caller.key.scopes))
    return toPage(query, { data: data.map((row) => toChange(row)), total })
  },
})

/** The most items of each change in a list, among which each variant counts. */
const MAX_ITEMS = 5

export async function listChangeRows(
  sql: Sql,
  storeId: string,
  query: ChangesQuery,
  hidden: readonly Table[] = [],
) {
  const listed = sql`
    where changes.store_id = ${storeId}
    ${filtersOf(sql, query)}
    ${hidden.length > 0 ? leavingOut(sql, hidden) : sql``}`
  const order = sql`order by changes.created_at desc, changes.id desc`
  const key = sql`changes.created_at, changes.id`
  const start = { key, direction: 'desc', rows: sql`from changes ${listed} ${order}` } as const
  const [rows, [count]] = await Promise.all([
    sql<StoredChange[]>`
      select ${changeColumns(sql, MAX_ITEMS)}
      from changes
      ${listed} ${fromOffset(sql, query.offset, start)}
      ${order}
      limit ${query.limit}`,
    sql<[{ total: number }]>`select count(*) as total from changes ${listed}`,
  ])
  return { data: await withAccounts(sql, rows), total: count.total }
}

function filtersOf(sql: Sql, { resource, resourceId, by, accountId, from, to }: ChangesQuery) {
  const touchesRow = (which: ReturnType<typeof sql>) => sql`
    and exists (
      select from change_rows
      where change_rows.store_id = changes.store_id and change_id = changes.id and ${which}
    )`
  const table = tableNames.find((name) => recorded(name).resource === resource) ?? ''
  return sql`
    ${resource ? touchesRow(sql`table_name = ${table}`) : sql``}
    ${resourceId ? touchesRow(sql`coalesce(parent_id, row_id) = ${resourceId}`) : sql``}
    ${by ? sql`and changes.by = ${by}` : sql``}
    ${accountId ? sql`and changes.account_id = ${accountId}` : sql``}
    ${from ? sql`and changes.created_at >= ${from}` : sql``}
    ${to ? sql`and changes.created_at < ${to}` : sql``}`
}

/** An aggregate, for the same reason as in `changeColumns`: "not exists" may be planned to read the rows of all stores. */
const leavingOut = (sql: Sql, tables: readonly Table[]) => sql`
  and not (
    select coalesce(bool_or(table_name = any(${tables})), false)
    from change_rows
    where store_id = changes.store_id and change_id = changes.id
  )`
