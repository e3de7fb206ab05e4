import { countRows } from '../database/count-rows.ts'
import type { Fragment, Sql, Tx } from '../database/db.ts'
import type { Page } from '../http/page.ts'
import { snakeCase } from '../values/camel-case.ts'
import type { AnyDeclaration } from './declaration.ts'
import { storedAs } from './field.ts'

type Values = Record<string, unknown>

export function tableOf<Row extends object>(declared: AnyDeclaration) {
  const { table, fields, order, counts, counted, countedFrom } = declared
  const stored = storedAs(fields)
  const own = ['id', ...stored.map(({ column }) => column)].map((column) => `${table}.${column}`).join(', ')
  const plainCounts = Object.keys(counts ?? {}).map((name) => `${snakeCase(name)}, `)

  const select = (sql: Sql, storeId: string, rest: Fragment) => sql<Row[]>`
    select
      ${sql.unsafe(own)}, ${counted ? sql`${counted(sql)},` : sql.unsafe(plainCounts.join(''))}
      ${sql(table)}.created_at, ${sql(table)}.updated_at
    from ${countedFrom?.(sql, storeId) ?? sql(table)}
    where ${sql(table)}.store_id = ${storeId} ${rest}`

  const columns = stored.map(({ column }) => column).join(', ')
  const types = stored.map(({ column, type }) => `${column} ${type}`).join(', ')
  const assignments = stored.map(({ column }) => `${column} = written.${column}`).join(', ')
  const written = (tx: Tx, row: Values) => tx`
    jsonb_to_record(${tx.json(Object.fromEntries(stored.map(({ name, column }) => [column, row[name]])))})
    as written (${tx.unsafe(types)})`

  return {
    all: async (sql: Sql, storeId: string) => [
      ...(await select(sql, storeId, sql`order by ${sql.unsafe(order)}`)),
    ],
    page: async (sql: Sql, storeId: string, { limit, offset }: Page) => {
      const [data, total] = await Promise.all([
        select(sql, storeId, sql`order by ${sql.unsafe(order)} limit ${limit} offset ${offset}`),
        countRows(sql, table, storeId),
      ])
      return { data: [...data], total }
    },
    find: async (sql: Sql, storeId: string, id: string) =>
      (await select(sql, storeId, sql`and ${sql(table)}.id = ${id}`))[0],
    lock: async (tx: Tx, storeId: string, id: string) =>
      (await select(tx, storeId, tx`and ${tx(table)}.id = ${id} for no key update of ${tx(table)}`))[0],
    insert: (tx: Tx, storeId: string, id: string, row: Values) => tx`
      insert into ${tx(table)} (store_id, id, ${tx.unsafe(columns)}, created_at, updated_at)
      select ${storeId}, ${id}, ${tx.unsafe(columns)}, statement_timestamp(), statement_timestamp()
      from ${written(tx, row)}`,
    update: (tx: Tx, storeId: string, id: string, row: Values) => tx`
      update ${tx(table)}
      set ${tx.unsafe(assignments)}, updated_at = statement_timestamp()
      from ${written(tx, row)}
      where ${tx(table)}.store_id = ${storeId} and ${tx(table)}.id = ${id}`,
    delete: (tx: Tx, storeId: string, id: string) => tx`
      delete from ${tx(table)} where store_id = ${storeId} and id = ${id}`,
  }
}
