import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { connect, type Sql } from '../core/database/db.ts'
import { listCustomers } from '../customers/list.ts'
import { seedLoad } from '../load/seed.ts'
import { listOrders } from './list.ts'

const service = await startService()
const { keys } = await seedLoad(service.sql, { stores: 1, products: 20, orders: 20_000 })
const { storeId } = keys[0]!

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows each statement of a list reads from a table, by the plan that it always runs with. */
async function rowsRead(table: string, list: (sql: Sql) => Promise<unknown>, values: unknown[]) {
  const sql = connect(service.databaseUrl, { max: 1 })
  await list(sql)
  const prepared = await sql.unsafe<{ name: string; given: number }[]>(
    `select name, cardinality(parameter_types) as given from pg_prepared_statements where statement like '%from ${table}%'`,
  )
  const read = []
  for (const { name, given } of prepared) {
    const quoted = values.slice(0, given).map((value) => `'${String(value)}'`)
    const [row] = await sql.unsafe<[Record<string, [{ Plan: Plan }]>]>(
      `explain (analyze, format json) execute "${name}" (${quoted.join(', ')})`,
    )
    read.push(rowsOf(table, Object.values(row)[0]![0].Plan))
  }
  await sql.end()
  return read
}

function rowsOf(table: string, plan: Plan): number {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const own = plan['Relation Name'] === table ? rows * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(table, part), own)
}

suite('A search among 20,000 orders of 2,000 customers', () => {
  const [search, limit, offset] = ['cliente 1234', 50, 0]

  test('reads the orders that it finds, and no other', async () => {
    const values = [storeId, storeId, `%${search}%`, limit, offset]
    const list = (sql: Sql) => listOrders(sql, storeId, { search, limit, offset })
    assert.deepEqual(await rowsRead('orders', list, values), [10, 10])
  })

  test('reads one order, found by its number', async () => {
    const [{ number }] = await service.sql<
      [{ number: string }]
    >`select min(order_number) as number from orders`
    const values = [storeId, storeId, storeId, `%${number}%`, storeId, number, limit, offset]
    const list = (sql: Sql) => listOrders(sql, storeId, { search: number, limit, offset })
    assert.deepEqual(await rowsRead('orders', list, values), [2, 2]) // its number, and then itself
  })

  test('reads the customers that it finds, and no other', async () => {
    const values = [storeId, storeId, `%${search}%`, limit, offset]
    const list = (sql: Sql) => listCustomers(sql, storeId, { search, limit, offset })
    assert.deepEqual(await rowsRead('customers', list, values), [1, 1])
  })
})
