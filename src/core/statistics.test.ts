import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/world.ts'
import { getOrder } from '../orders/get.ts'
import { connect } from './db.ts'
import { refreshStatistics } from './statistics.ts'

const service = await startService()
const store = await aStore(service)
await service.sql`
  insert into customers (store_id, id, phone, name, first_order_at, last_order_at)
  values (${store.id}, 'c', '+525512345678', 'Ana', now(), now())`
const sql = connect(service.databaseUrl, { max: 1 })
after(() => sql.end())

suite('statistics', () => {
  test('follow a table that grew, so that no plan of its early days reads all of it', async () => {
    await sql`analyze`
    await rowsRead()
    await fill(0)
    assert.ok((await rowsRead()) > 1_000, 'the plan of an empty table was good enough')
    await refreshStatistics(sql)
    const read = await rowsRead()
    assert.ok(read < 10, `${read} rows`)
  })

  test('are left alone until it has doubled', async () => {
    await refreshStatistics(sql)
    const before = await analyzed()
    await fill(1_000_000)
    await refreshStatistics(sql)
    assert.equal(await analyzed(), before)
    await fill(2_000_000)
    await refreshStatistics(sql)
    assert.equal(await analyzed(), before + 1)
  })
})

async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  return sql.begin(async (tx) => {
    await assert.rejects(getOrder(tx, store.id, 'none'))
    const [{ read }] = await tx<[{ read: number }]>`
      select seq_tup_read + idx_tup_fetch as read
      from pg_stat_xact_user_tables
      where relname = 'orders'`
    return read
  })
}

async function analyzed(): Promise<number> {
  const [{ times }] = await sql<[{ times: number }]>`
    select analyze_count as times from pg_stat_user_tables where relname = 'orders'`
  return times
}

async function fill(from: number) {
  await sql`
      insert into orders (
        store_id, id, order_number, customer_id, customer_name, customer_phone, currency, items, items_hash, subtotal,
        total, timeline, tracking_token
      )
      select ${store.id}, 'o' || n, n, 'c', 'Ana', '+525512345678', 'MXN', '[]', '', 1, 1, '[]', n
      from generate_series(${from}::int, ${from}::int + 3000) as n`
  await sql`select pg_stat_force_next_flush()`
}
