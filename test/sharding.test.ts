import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { keyLookup } from '../src/core/auth/key-lookup.ts'
import { connect, type Db, type Tx } from '../src/core/database/db.ts'
import { claim, enqueue } from '../src/core/outbox/outbox.ts'
import { placeOrder } from '../src/features/orders/create.ts'
import { readOrders } from '../src/features/orders/list.ts'
import { moveOrder } from '../src/features/orders/move.ts'
import { selectProducts } from '../src/features/products/list.ts'
import { findShop } from '../src/features/catalog/shop.ts'
import { tablesOfStore } from '../src/features/whole-stores/purge.ts'
import { anOrder, aPlacedOrder, aProduct, aStore, aWebhook } from './factories.ts'
import { migratePartitioned, PARTITIONS } from './partitioned.ts'
import { startService } from './service.ts'
import {
  lockingSelects,
  sources,
  statementsOfFiles,
  statementsOfSources,
  type Statement,
} from './statements.ts'

const whole = await startService()
const { sql } = whole
const partitioned = await startService({}, { databaseUrl: await aPartitionedDatabase() })

/** Tables of the whole service that say to which store something belongs. */
const directories = new Set([
  'api_keys',
  'billing_customers',
  'domains',
  'oauth_tokens',
  'panel_visits',
  'slugs',
  'whatsapp_messages',
])
const ofStores = ['stores', ...tablesOfStore.filter((table) => !directories.has(table))]
const storeColumn = (table: string) => (table === 'stores' ? 'id' : 'store_id')

const none = (wrong: unknown[]) => assert.deepEqual(wrong, [])

suite('the tables of stores', () => {
  test('have store_id first in their primary keys, and anywhere in their unique indexes', async () => {
    const indexes = await sql<{ table: string; name: string; columns: string[]; isPrimary: boolean }[]>`
      select
        indrelid::regclass::text as table, indexrelid::regclass::text as name, indisprimary as is_primary,
        array(select pg_get_indexdef(indexrelid, n, true) from generate_series(1, indnkeyatts) as n) as columns
      from pg_index
      where indisunique and indrelid::regclass::text = any(${ofStores})`
    const hasStore = ({ table, columns, isPrimary }: (typeof indexes)[number]) =>
      isPrimary ? columns[0] === storeColumn(table) : columns.includes(storeColumn(table))
    none(indexes.filter((index) => !hasStore(index)).map(({ name }) => name))
    const keyed = new Set(indexes.filter(({ isPrimary }) => isPrimary).map(({ table }) => table))
    none(ofStores.filter((table) => !keyed.has(table)))
  })

  test('reference rows of their own store only; tables without a store do not reference them', async () => {
    const keys = await sql<{ name: string; from: string; to: string; columns: string[]; sets: boolean }[]>`
      select
        conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
        confdelsetcols is not null as sets,
        array(
          select concat_ws(' ', own.attname, other.attname)
          from unnest(conkey, confkey) as pair (own, other)
          join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
          join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
        ) as columns
      from pg_constraint
      where contype = 'f' and conparentid = 0`
    const wrong = keys.filter(
      ({ from, to, columns, sets }) =>
        sets ||
        (ofStores.includes(to) &&
          !(ofStores.includes(from) && columns.includes(`${storeColumn(from)} ${storeColumn(to)}`))),
    )
    none(wrong.map(({ name }) => name))
  })
})

/** Their statements name their tables from lists, of which none is of stores. */
const ofNoStore = new Set(['src/core/limits/rate-limit.ts'])

/** Statements that look for work, or for what is over, in all stores: the worker's, and those of the command line. */
const CLAIMS = ['db/functions/claim_deliveries.sql', 'db/functions/claim_due.sql']
const acrossStores = new Set([...CLAIMS, 'src/core/http/last-used.ts', 'src/features/whole-stores/purge.ts'])

suite('the statements', () => {
  const statements = statementsOfSources()
  const functions = statementsOfFiles('functions')
  const migrations = statementsOfFiles('migrations')
  const pathsOf = (found: Statement[]) => [...new Set(found.map(({ path }) => path))]
  const tablesIn = (text: string) =>
    [...text.matchAll(/\b(?:from|join|into|update) (\w+|\$)/g)].map(([, table]) => table!)
  const isOfStores = ({ path, text }: Statement) =>
    tablesIn(text).some((table) => ofStores.includes(table) || (table === '$' && !ofNoStore.has(path)))
  /** `$ = $` is the column of a table from a list. */
  const namesStore = (text: string) =>
    /\b(?:where|and) (?:\w+\.)?store_id = (?:\$|p[._]store_id)|\bwhere \$ = \$/.test(text) ||
    (/\bwhere (?:stores\.)?id = (?:\$|p[._]store_id)/.test(text) &&
      tablesIn(text).every((table) => table === 'stores' || !ofStores.includes(table)))

  test('are found in the code', () => {
    assert.ok(statements.length > 400, `${statements.length}`)
    assert.deepEqual(lockingSelects('(select 1 from a where (b in (select c from d)) for update)'), [
      'select 1 from a where (b in (select c from d)) ',
    ])
    assert.equal(isOfStores({ path: '', text: 'select 1 from orders where id = $' }), true)
    assert.equal(namesStore('select 1 from orders where created_at < now()'), false)
  })

  test('read the clock once: by statement_timestamp(), or into a variable', () => {
    const reads = (text: string) => /\bclock_timestamp\(\)/.test(text)
    none(
      pathsOf(statements.filter(({ path, text }) => reads(text) && path !== 'src/core/database/migrate.ts')),
    )
    none(pathsOf(functions.filter(({ text }) => reads(text.replaceAll(/:= [^;]*/g, '')))))
    none(pathsOf(migrations.filter(({ text }) => reads(text.replaceAll(/ default [^\n]*/g, '')))))
  })

  test('lock rows of one store, by store_id', () => {
    const locks = [...statements, ...functions].flatMap(({ path, text }) =>
      lockingSelects(text).map((select) => ({ path, text: select })),
    )
    const wrong = locks.filter((lock) => isOfStores(lock) && !namesStore(lock.text))
    none(pathsOf(wrong).filter((path) => !acrossStores.has(path)))
    none([...acrossStores].filter((path) => !pathsOf(wrong).includes(path)))
  })

  test('find rows by ctid only within one partition', () => {
    const places = [...statements, ...functions].filter(
      (statement) => /\bctid\b/.test(statement.text) && isOfStores(statement),
    )
    none(pathsOf(places.filter(({ path, text }) => !CLAIMS.includes(path) && !/\bstore_id = \$/.test(text))))
  })

  test('have the same claims on Citus, with other bodies', () => {
    const headsOf = (text: string) =>
      [...text.matchAll(/create or replace function (.*?) language/gs)].map(([, head]) => head)
    const other = statementsOfFiles('citus').find(({ path }) => path === 'db/citus/claim_deliveries.sql')
    const claims = functions.filter(({ path }) => CLAIMS.includes(path)).flatMap(({ text }) => headsOf(text))
    assert.deepEqual(
      headsOf(other!.text),
      claims.filter((head) => /^(?:claim_|wake_)/.test(head!)),
    )
  })

  test('join distributed tables with plain ones only by subqueries', () => {
    const tables = statementsOfFiles('citus').find(({ path }) => path === 'db/citus/tables.sql')!.text
    const [, list] = /v_whole constant text\[\] := array\[(.*?)\]/s.exec(tables)!
    const whole = [...list!.matchAll(/\w+/g)].map(([table]) => table)
    none(whole.filter((table) => !ofStores.includes(table)))
    const partitioned = ofStores.filter((table) => !whole.includes(table))
    const direct = new RegExp(
      `\\bjoin (?:${whole.join('|')})\\b|\\bfrom (?:${whole.join('|')})\\b[^()]*\\bjoin (?:${partitioned.join('|')})\\b`,
    )
    const wrong = statements.filter(
      ({ text }) => tablesIn(text).some((table) => partitioned.includes(table)) && direct.test(text),
    )
    // Whole tables alone, beside a subquery of the partitioned one.
    assert.deepEqual(pathsOf(wrong).toSorted(), [
      'src/doors/panel/orders/order-events.ts',
      'src/doors/storefront/order-page.ts',
      'src/features/billing/overview.ts',
      'src/features/connections/list.ts',
    ])
  })

  test('pass no table rows to functions, nor return them', () => {
    const tables = ofStores.join('|')
    const typed = new RegExp(`\\b(?:returns|setof|p_\\w+) (?:${tables})\\b`)
    none(pathsOf(functions.filter(({ text }) => typed.test(text))))
  })

  test('do not read constraint names from errors', () => {
    none(pathsOf(sources.filter(({ text }) => /\.constraint\b/.test(text))))
  })
})

suite('a database whose tables are partitioned by store', () => {
  test('is queried in one partition of each table by requests of shoppers, owners and keys', async () => {
    const store = await aStore(partitioned)
    const { variants } = await aProduct(partitioned, store)
    await aWebhook(partitioned, store)
    const first = await aPlacedOrder(partitioned, store)
    const order = anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }])

    const { config } = partitioned.app
    const work: Record<string, (tx: Tx) => Promise<unknown>> = {
      'an order': (tx) =>
        placeOrder(tx, order, {
          config,
          log: partitioned.app.log,
          client: '203.0.113.1',
        }),
      'a status': (tx) =>
        moveOrder(tx, config, { storeId: store.id, id: first.id, to: 'confirmed', by: 'api' }),
      'a list of orders': (tx) => readOrders(tx, store.id, { limit: 50, offset: 0 }),
      'a list of products': (tx) =>
        selectProducts(tx, store.id, { limit: 50, offset: 0, status: 'active', variants: 'active' }),
      'a key': async (tx) =>
        assert.equal((await keyLookup(tx as unknown as Db)(store.key, null))?.store?.id, store.id),
      'a shop': (tx) => findShop(tx, store.slug),
    }
    for (const [name, ask] of Object.entries(work)) {
      const parts = await partitionsTouched(partitioned.sql, ask)
      assert.ok(parts.size > 0, name)
      none([...parts].filter(([, count]) => count > 1).map(([table]) => `${name}: ${table}`))
    }
    // What names no store asks all of them.
    const parts = await partitionsTouched(
      partitioned.sql,
      (tx) => tx`select from orders where order_number = 'PED-000000'`,
    )
    assert.deepEqual([...parts], [['orders', PARTITIONS]])
  })

  test('is queried in all partitions only for the recipients of a claim', async () => {
    const store = await aStore(partitioned)
    const to = ['a', 'b', 'c', 'd', 'e'].map((recipient) => ({ kind: 'push' as const, recipient }))
    const message = { storeId: store.id, event: 'x', subjectId: null, payload: {}, to }
    await partitioned.sql.begin((tx) => enqueue(tx, [message, message]))
    const counts = await partitioned.sql.begin(async (tx) => {
      const before = await touches(tx)
      assert.equal((await claim(tx, { kind: 'push', max: 10, perRecipient: 2 })).length, 10)
      return [...(await touches(tx))]
        .filter(([part]) => part.endsWith('.deliveries'))
        .map(([part, count]) => count - (before.get(part) ?? 0))
    })
    // Whether anything is due, and the next recipient after each.
    const elsewhere = counts.toSorted((a, b) => a - b).slice(0, -1)
    assert.equal(elsewhere.length, PARTITIONS - 1)
    assert.ok(Math.max(...elsewhere) <= 2 + to.length, `${elsewhere}`)
  })
})

async function aPartitionedDatabase(): Promise<string> {
  const name = `vitrina_divided_${randomUUID().replaceAll('-', '')}`
  const server = connect(process.env['VITRINA_TEST_SERVER']!, { max: 1 })
  after(async () => {
    await server.unsafe(`drop database if exists ${name} with (force)`)
    await server.end()
  })
  await server.unsafe(`create database ${name}`)
  const url = new URL(whole.databaseUrl)
  url.pathname = `/${name}`
  const empty = connect(url.href, { max: 1 })
  await migratePartitioned(empty)
  await empty.end()
  return url.href
}

/** In how many parts of each table some work looks or writes. */
function partitionsTouched(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Map<string, number>> {
  return db.begin(async (tx) => {
    const before = await touches(tx)
    await work(tx)
    const parts = new Map<string, number>()
    for (const [part, count] of await touches(tx)) {
      const table = part.split('.')[1]!
      if (count > (before.get(part) ?? 0)) parts.set(table, (parts.get(table) ?? 0) + 1)
    }
    return parts
  })
}

async function touches(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ part: string; count: number }[]>`
    select
      concat_ws('.', schemaname, relname) as part,
      seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del as count
    from pg_stat_xact_user_tables
    where schemaname like 'part%'`
  return new Map(rows.map(({ part, count }) => [part, count]))
}
