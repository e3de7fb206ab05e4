import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { readOrder } from '../../features/orders/get.ts'
import { connect } from '../database/db.ts'
import { analyzeGrownTables } from './auto-analyze.ts'

const service = await startService()
const store = await aStore(service)
await service.sql`
  insert into customers (store_id, id, phone, name, first_order_at, last_order_at)
  values (${store.id}, 'c', '+525512345678', 'Ana', now(), now())`
// The table, or its parts where it is partitioned.
for (const { name } of await service.sql<{ name: string }[]>`
  select oid::regclass::text as name from pg_class where relname = 'orders' and relkind = 'r'`)
  await service.sql.unsafe(`alter table ${name} set (autovacuum_enabled = off)`)
const sql = connect(service.databaseUrl, { max: 1 })
after(() => sql.end())

suite('auto-analyze', () => {
  test('analyzes a table that grew, so that plans from when it was empty are replaced', async () => {
    await sql`set enable_seqscan = on`
    await sql`analyze`
    assert.equal(await readOfAnOrder(), 0)
    await fill(0)
    assert.equal(await readOfAnOrder(), 3_000)
    await analyzeGrownTables(sql)
    assert.equal(await readOfAnOrder(), 0)
  })

  test('does nothing until a table has doubled', async () => {
    await analyzeGrownTables(sql)
    const before = await analyzed()
    await fill(1_000_000)
    await analyzeGrownTables(sql)
    assert.equal(await analyzed(), before)
    await fill(2_000_000)
    await analyzeGrownTables(sql)
    assert.equal(await analyzed(), before + 1)
  })

  test('collects no statistics of JSON columns, which would take most of the time', async () => {
    const [sampled] = await sql<{ sampled: string }[]>`
      select attrelid::regclass || '.' || attname as sampled
      from pg_attribute
      where attrelid::regclass::text in ('orders', 'products', 'variants', 'delivery_payloads', 'change_rows')
      and atttypid = 'jsonb'::regtype
      and attstattarget is distinct from 0`
    assert.equal(sampled === undefined, sql.engine !== 'citus') // which can't alter that
  })

  test('analyzes partitions too, in their own schemas', async () => {
    await sql`create schema part`
    await sql`create table visits (n int) partition by hash (n)`
    await sql`
      create table part.visits partition of visits for values with (modulus 1, remainder 0)
      with (autovacuum_enabled = off)`
    await sql`insert into visits select generate_series(1, 3000)`
    await sql`select pg_stat_force_next_flush()`
    await analyzeGrownTables(sql)
    const [{ rows }] = await sql<[{ rows: number }]>`
      select reltuples as rows from pg_class where oid = 'part.visits'::regclass`
    assert.equal(rows, 3000)
  })
})

const readOfAnOrder = () => rowsRead(sql, 'orders', (tx) => assert.rejects(readOrder(tx, store.id, 'none')))

async function analyzed(): Promise<number> {
  const [{ times }] = await sql<[{ times: number }]>`
    select sum(analyze_count) as times from pg_stat_user_tables where relname = 'orders'`
  return times
}

async function fill(from: number) {
  await sql`
      insert into orders (
        store_id, id, order_number, customer_id, customer_name, customer_phone, currency, items, items_hash, subtotal,
        total, timeline, tracking_token
      )
      select ${store.id}, 'o' || n, n, 'c', 'Ana', '+525512345678', 'MXN', '[]', '', 1, 1, '[]', n
      from generate_series(${from}::int, ${from}::int + 2999) as n`
  await sql`select pg_stat_force_next_flush()`
}
