import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../test/service.ts'
import { startProcess } from '../../test/process.ts'
import { fillWithAged } from '../../test/row-of-each-table.ts'
import { waitFor } from '../../test/wait-for.ts'
import { readFileSync } from 'node:fs'
import { aPlacedOrder, aStore, aWebhook } from '../../test/factories.ts'
import { lockNumber, MIGRATION_LOCK } from '../core/database/advisory-locks.ts'
import { createLog } from '../core/process/log.ts'
import { startWorker } from './worker.ts'

const service = await startService()
const { sql } = service

async function maintenanceDone() {
  await sql`delete from maintenance_jobs`
  const worker = startWorker({ config: service.app.config, sql, log: createLog('silent') })
  // the last of them in its turn
  await waitFor(async () => (await sql`select 1 from maintenance_jobs where name = 'deleted stores'`).length === 1) // prettier-ignore
  await waitFor(async () => {
    const running = await sql`
      select 1
      from pg_stat_activity
      where datname = current_database() and query like 'delete%' and state = 'active'`
    return running.length === 0
  })
  await worker.stop()
}

suite('the worker', () => {
  test('purges only expired rows', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    for (let n = 0; n < 3; n++) await aPlacedOrder(service, store)
    const deliveries = await sql<{ id: string; payloadId: string }[]>`
      select id, payload_id
      from deliveries
      where store_id = ${store.id} and kind = 'webhook' and event = 'order.created'`
    const [old, waiting, young] = deliveries
    const aged = [old!, waiting!]
    await sql`update deliveries set state = 'done' where id <> ${waiting!.id}`
    await sql`
      update deliveries set created_at = now() - interval '32 days' where id = any(${aged.map(({ id }) => id)})`
    await sql`
      update delivery_payloads
      set created_at = now() - interval '32 days'
      where id = any(${aged.map(({ payloadId }) => payloadId)})`
    await sql`
      insert into idempotency_keys (store_id, scope, key, request_hash, status, body, created_at)
      values
        (${store.id}, 's', 'old', '', 200, '', now() - interval '25 hours'),
        (${store.id}, 's', 'young', '', 200, '', now())`
    await sql`
      insert into rate_hits (key, hits, ends_at)
      values
        ('old', 1, now() - interval '1 hour'), ('young', 1, now() + interval '1 minute'),
        ('of a clock that was ahead', 1, now() + interval '1 day')`
    await sql`
      insert into slugs (slug, store_id, held_until)
      values ('viejo', ${store.id}, now() - interval '1 day'), ('nuevo', ${store.id}, now() + interval '1 day')`
    await sql`
      insert into invitations (store_id, id, email, role, token_hash, expires_at)
      values
        (${store.id}, 'old', 'a@b.c', 'STAFF', 'a', now() - interval '1 day'),
        (${store.id}, 'young', 'b@b.c', 'STAFF', 'b', now() + interval '1 day')`
    await sql`
      insert into changes (store_id, id, by, created_at)
      values
        (${store.id}, 'old', 'operator', now() - interval '91 days'),
        (${store.id}, 'young', 'operator', now() - interval '89 days')`
    await sql`
      insert into change_rows (store_id, change_id, table_name, row_id)
      values (${store.id}, 'old', 'products', 'p'), (${store.id}, 'young', 'products', 'p')`
    await maintenanceDone()

    const left = await sql<{ key: string }[]>`
      select id as key from deliveries where id = any(${deliveries.map(({ id }) => id)})
      union all select id from delivery_payloads where id = any(${deliveries.map(({ payloadId }) => payloadId)})
      union all select key from idempotency_keys where scope = 's'
      union all select key from rate_hits where key in ('old', 'young', 'of a clock that was ahead')
      union all select slug from slugs where store_id = ${store.id} and held_until is not null
      union all select id from invitations where store_id = ${store.id}
      union all select id from changes where store_id = ${store.id} and by = 'operator'
      union all select change_id from change_rows where store_id = ${store.id} and row_id = 'p'`
    assert.deepEqual(
      left.map(({ key }) => key).toSorted(),
      [
        waiting!.id, waiting!.payloadId, young!.id, young!.payloadId, 'young', 'young', 'nuevo', 'young', 'young', 'young',
      ].toSorted(),
    ) // prettier-ignore
  })

  test('resumes paused deliveries of an enabled webhook', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    await aPlacedOrder(service, store)
    await sql`update deliveries set state = 'paused' where store_id = ${store.id} and kind = 'webhook'`
    await maintenanceDone()
    assert.equal(
      (await sql`select 1 from deliveries where store_id = ${store.id} and state = 'paused'`).length,
      0,
    )
  })
})

/** As if everything had been written so many days earlier. */
async function advanceTime(days: number) {
  const columns = await sql<{ table: string; column: string }[]>`
    select relname as table, attname as column
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and atttypid = any('{timestamptz,date}'::regtype[])
    and relname not in ('maintenance_jobs', 'orders', 'order_sums', 'product_sums')`
  const tables = Map.groupBy(columns, ({ table }) => table)
  for (const [table, columns] of tables) {
    const earlier = columns
      .map(({ column }) => sql`${sql(column)} = ${sql(column)} - make_interval(days => ${days})`)
      .reduce((all, one) => sql`${all}, ${one}`)
    await sql`update ${sql(table)} set ${earlier}`
  }
}

/** The tables of docs/retention.md with their limits. */
const limits = [
  ...readFileSync('docs/retention.md', 'utf8').matchAll(/^\| (`.*?`) \| (.*?) \| .*\|$/gm),
].flatMap(([, names = '', limit = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, table = '']) => ({ table, limit })),
)
const hasAge = ({ table, limit }: { table: string; limit: string }) =>
  /^\d+ (minute|hour|day)/.test(limit) && table !== 'log_salts'

async function sizes() {
  const counts: Record<string, number> = {}
  for (const { table } of limits) {
    const [{ count }] = await sql<[{ count: number }]>`select count(*) as count from ${sql(table)}`
    counts[table] = count
  }
  return counts
}

suite('after 500 days', () => {
  test('rows with a retention period in docs/retention.md are deleted, and no others', async () => {
    const { store, ...products } = await fillWithAged(service)
    // Requests with a key are logged a second later, those before it with it.
    await service.get('/api/v1/store', store.key)
    const isLogged = () => sql`select from key_requests where key_id <> 'aged' and path = '/api/v1/store'`
    await waitFor(async () => (await isLogged()).length === 1)
    const before = await sizes()
    const aged = limits.filter(hasAge).map(({ table }) => table)
    assert.ok(aged.length >= 18)
    assert.deepEqual(aged.filter((table) => before[table] === 0), [], 'a row of each') // prettier-ignore
    await advanceTime(100) // deleted products are looked for in the 30 days after their 90
    await maintenanceDone()
    await advanceTime(400)
    await maintenanceDone()
    await maintenanceDone() // payloads go after their deliveries

    const after = await sizes()
    assert.deepEqual(aged.filter((table) => after[table]! > 0), []) // prettier-ignore
    const inPart = new Set([
      'deliveries',
      'due_recipients',
      'pictures',
      'api_keys',
      'products',
      'variants',
      'log_salts',
      'maintenance_jobs',
      'counters',
      'slugs',
    ])
    const kept = limits
      .map(({ table }) => table)
      .filter((table) => !aged.includes(table) && !inPart.has(table))
    assert.deepEqual(kept.filter((table) => after[table] !== before[table]), []) // prettier-ignore
    assert.deepEqual([after['deliveries'], after['pictures']], [0, 0])
    assert.equal(after['slugs'], after['stores'])
    const left = await sql<{ id: string }[]>`
      select id from products where store_id = ${store.id} and deleted_at is not null
      union all select id from variants where store_id = ${store.id} and removed_at is not null`
    assert.deepEqual(left.map(({ id }) => id).toSorted(), [products.sold.id, products.reviewed.id].toSorted()) // prettier-ignore
    assert.equal((await sql`select from api_keys where store_id = ${store.id}`).length, 1)
  })
})

suite('the statistics of the planner', () => {
  test('are refreshed when a table has grown', async () => {
    await sql`alter table rate_hits set (autovacuum_enabled = off)`
    const worker = startWorker({ config: service.app.config, sql, log: createLog('silent') })
    after(() => worker.stop())
    await sql`insert into rate_hits select 'grown:' || n, now(), 1 from generate_series(1, 1000) as n`
    const known = () => sql`
      select from pg_stat_user_tables where relname = 'rate_hits' and last_analyze is not null`
    await waitFor(async () => (await known()).length === 1)
  })
})

suite('the worker as a process', () => {
  test('starts beside the service and stops within seconds on SIGTERM', async () => {
    const worker = startProcess(
      { DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'info' },
      'src/process/worker.ts',
    )
    await waitFor(() => worker.output().includes('worker ready'))
    assert.equal(await worker.stop('SIGTERM'), 0)
  })

  test('says in one line that there is no database', async () => {
    const worker = startProcess({ DATA_DIR: '/nowhere' }, 'src/process/worker.ts')
    assert.equal(await worker.exited(), 1)
    assert.match(worker.output(), /^No service runs in \/nowhere: set DATABASE_URL[^\n]*\n$/)
  })

  test('says in one line that its database can’t be used, and starts when it can', async () => {
    const name = `later_${process.pid}`
    const url = new URL(service.databaseUrl)
    url.pathname = `/${name}`
    const worker = startProcess({ DATABASE_URL: url.href, LOG_LEVEL: 'info' }, 'src/process/worker.ts')
    await waitFor(() => worker.output().includes('keeps retrying'))
    await sleep(2500)
    const lines = worker.output().trim().split('\n')
    assert.equal(lines.length, 1)
    assert.match(
      JSON.parse(lines[0]!).msg,
      /^DATABASE_URL: the database later_\d+ at .* can't be used: .*does not exist/,
    )

    await sql.unsafe(`create database ${name}`)
    after(() => sql.unsafe(`drop database ${name} with (force)`))
    await waitFor(() => worker.output().includes('worker ready'))
    assert.equal(await worker.stop('SIGTERM'), 0)
  })

  test('warns while another process migrates the database, then starts', async () => {
    const over = Promise.withResolvers<void>()
    after(() => over.resolve())
    const locked = Promise.withResolvers<void>()
    const other = sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await lockNumber(tx, MIGRATION_LOCK)
      locked.resolve()
      await over.promise
    })
    await locked.promise
    const worker = startProcess(
      { DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'info' },
      'src/process/worker.ts',
    )
    await waitFor(() => worker.output().includes('\n'))
    const { level, msg } = JSON.parse(worker.output().split('\n')[0]!)
    assert.deepEqual([level, msg], [40, 'Another process migrates the database: waiting for it to end'])
    over.resolve()
    await other
    await waitFor(() => worker.output().includes('worker ready'))
    assert.equal(await worker.stop('SIGTERM'), 0)
  })

  test('can be stopped while it waits for its database', async () => {
    const worker = startProcess({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, 'src/process/worker.ts')
    await waitFor(() => worker.output().includes('keeps retrying'))
    assert.equal(await worker.stop('SIGTERM'), 0)
  })

  test('refuses a database that a newer release has migrated', async () => {
    await sql`insert into schema_migrations (name, hash) values ('9999_newer', '')`
    const worker = startProcess({ DATABASE_URL: service.databaseUrl }, 'src/process/worker.ts')
    assert.equal(await worker.exited(), 1)
    await sql`delete from schema_migrations where name = '9999_newer'`
    assert.match(worker.output(), /^The database was migrated by a newer release[^\n]*\n$/)
  })
})
