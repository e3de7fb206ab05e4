import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { connect, type Sql } from '../../core/database/db.ts'
import { selectCustomers } from '../customers/list.ts'
import { seedLoad } from '../demo/load/seed.ts'
import { selectReviews } from '../reviews/list.ts'
import { buildMissingIndexes } from '../../process/database.ts'
import { readOrders, selectOrders } from './list.ts'

const service = await startService()
const { keys } = await seedLoad(service.sql, { stores: 1, products: 20, orders: 20_000 })
const { storeId } = keys[0]!
await service.sql`
  update orders
  set payment_state = 'PAID', payment = '{"methodId": "m", "kind": "transfer", "name": "T"}', shipping_area = 'Zona 10'`
await buildMissingIndexes(service.sql)
await service.sql`vacuum analyze orders`

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The plans of a list's statements that read a table, which they always run with. */
async function plansOf(table: string, list: (sql: Sql) => Promise<unknown>, values: unknown[]) {
  const sql = connect(service.databaseUrl, { max: 1 })
  await list(sql)
  const prepared = await sql.unsafe<{ name: string; given: number }[]>(
    `select name, cardinality(parameter_types) as given from pg_prepared_statements where statement like '%from ${table}%'`,
  )
  const plans = []
  for (const { name, given } of prepared) {
    const quoted = values.slice(0, given).map((value) => `'${String(value)}'`)
    const [row] = await sql.unsafe<[Record<string, [{ Plan: Plan }]>]>(
      `explain (analyze, format json) execute "${name}" (${quoted.join(', ')})`,
    )
    plans.push(Object.values(row)[0]![0].Plan)
  }
  await sql.end()
  return plans
}

/** How many rows each statement of a list reads from a table. */
async function rowsRead(...[table, list, values]: Parameters<typeof plansOf>) {
  return (await plansOf(table, list, values)).map((plan) => rowsOf(table, plan))
}

function rowsOf(table: string, plan: Plan): number {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const own = plan['Relation Name'] === table ? rows * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(table, part), own)
}

suite('A search among 20,000 orders of 2,000 customers', () => {
  const [search, limit, offset] = ['cliente 1234', 50, 0]

  test('reads only the matching orders', async () => {
    const values = [storeId, storeId, `%${search}%`, limit, offset]
    const list = (sql: Sql) => readOrders(sql, storeId, { search, limit, offset })
    assert.deepEqual(await rowsRead('orders', list, values), [10, 10])
  })

  test('reads one order when searched by number', async () => {
    const [{ number }] = await service.sql<
      [{ number: string }]
    >`select min(order_number) as number from orders`
    const values = [storeId, storeId, storeId, `%${number}%`, storeId, number, limit, offset]
    const list = (sql: Sql) => readOrders(sql, storeId, { search: number, limit, offset })
    assert.deepEqual(await rowsRead('orders', list, values), [2, 2]) // its number, and then itself
  })

  test('reads only the matching customers', async () => {
    const values = [storeId, storeId, `%${search}%`, limit, storeId]
    const list = (sql: Sql) => selectCustomers(sql, storeId, { search, limit, offset })
    assert.deepEqual(await rowsRead('customers', list, values), [1, 1])
  })
})

/** How a plan reads a table, and how many rows. */
function scansOf(table: string, plan: Plan): [string, number][] {
  const own: [string, number][] =
    plan['Relation Name'] === table ? [[plan['Node Type'], plan['Actual Rows']]] : []
  return [...own, ...(plan.Plans ?? []).flatMap((part) => scansOf(table, part))]
}

suite('A page in the middle of a list', () => {
  const page = { limit: 50, offset: 1_000 }
  const lists: [name: string, list: (sql: Sql) => Promise<unknown>, values: string[]][] = [
    ['orders', (sql) => readOrders(sql, storeId, page), [storeId]],
    [
      'orders',
      (sql) => readOrders(sql, storeId, { ...page, status: 'delivered' }),
      [storeId, 'delivered', 'delivered'],
    ],
    [
      'orders',
      (sql) => selectOrders(sql, storeId, { ...page, paymentState: 'PAID' }),
      [storeId, 'PAID', 'PAID'],
    ],
    [
      'orders',
      (sql) => selectOrders(sql, storeId, { ...page, area: 'Zona 10' }),
      [storeId, 'Zona 10', 'Zona 10'],
    ],
    [
      'orders',
      (sql) => selectOrders(sql, storeId, { ...page, updatedSince: '2020-01-01T00:00:00.000Z' }),
      [storeId, '2020-01-01T00:00:00.000Z'],
    ],
    ['customers', (sql) => selectCustomers(sql, storeId, page), [storeId]],
    ['reviews', (sql) => selectReviews(sql, storeId, page), [storeId]],
    [
      'reviews',
      (sql) => selectReviews(sql, storeId, { ...page, status: 'approved' }),
      [storeId, 'approved', 'approved'],
    ],
  ]

  test('reads only its own rows: earlier rows are skipped in the index', async () => {
    for (const [table, list, values] of lists) {
      const plans = await plansOf(table, list, [...values, ...values, page.offset, page.limit, storeId])
      const scans = plans.map((plan) => scansOf(table, plan).toSorted(([a], [b]) => a.localeCompare(b)))
      const expected = [
        ['Index Only Scan', page.offset + 1],
        ['Index Scan', page.limit],
      ]
      assert.deepEqual(scans, [expected], `${table} ${values.at(-1)}`)
    }
  })
})
