import assert from 'node:assert/strict'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gte } from 'semver'
import { connect, type Db } from '../src/core/database/db.ts'
import { lockNumber, MIGRATION_LOCK } from '../src/core/database/advisory-locks.ts'
import { migrate, pendingMigrations } from '../src/core/database/migrate.ts'
import { StartError } from '../src/core/errors/start-error.ts'
import { RELEASE } from '../src/core/process/release.ts'
import { effectsOf } from './migration-effects.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const server = await startService()
const present = new URL('../db/', import.meta.url)
const names = (await readdir(new URL('migrations/', present))).map((file) => file.slice(0, -'.sql'.length))

/** A database that nothing has been written to. */
async function anEmptyDatabase(t: TestContext): Promise<Db> {
  const name = `vitrina_empty_${Math.random().toString(36).slice(2)}`
  await server.sql.unsafe(`create database ${name}`)
  const url = new URL(server.databaseUrl)
  url.pathname = `/${name}`
  const sql = connect(url.href, { max: 5 })
  t.after(async () => {
    await sql.end({ timeout: 5 })
    await server.sql.unsafe(`drop database ${name} with (force)`)
  })
  return sql
}

/** The folder `db` as another release has it. */
async function otherRelease(t: TestContext, change: (migrations: string) => Promise<void>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(present, folder, { recursive: true })
  await change(join(folder, 'migrations'))
  return pathToFileURL(`${folder}/`)
}

const line = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message) && !error.message.includes('\n')

suite('the migrations', () => {
  test('migrate an empty database once, also concurrently', async (t) => {
    const sql = await anEmptyDatabase(t)
    assert.equal((await pendingMigrations(sql, present)).isEmpty, true)
    const applied = await Promise.all([migrate(sql, present), migrate(sql, present), migrate(sql, present)])
    assert.deepEqual(applied.flat(), names.toSorted())
    assert.deepEqual(await tablesOf(sql), await tablesOf(server.sql))
    assert.deepEqual(await pendingMigrations(sql, present), {
      applied: names.toSorted(),
      pending: [],
      isEmpty: false,
    })
  })

  test('wait for another process that migrates, and log it at once', async (t) => {
    const sql = await anEmptyDatabase(t)
    const over = Promise.withResolvers<void>()
    t.after(() => over.resolve())
    const locked = Promise.withResolvers<void>()
    const other = sql.begin(async (tx) => {
      await lockNumber(tx, MIGRATION_LOCK)
      locked.resolve()
      await over.promise
    })
    await locked.promise
    const reasons: string[] = []
    const migrated = migrate(sql, present, (reason) => reasons.push(reason))
    await waitFor(() => reasons.length > 0)
    assert.match(reasons[0]!, /^Another process migrates the database/)
    over.resolve()
    await other
    assert.deepEqual(await migrated, names.toSorted())
  })

  test('need a role that owns its database, and no more', async (t) => {
    const sql = await anEmptyDatabase(t)
    const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`
    await server.sql.unsafe(`create role ${name} nosuperuser; alter database ${name} owner to ${name}`)
    t.after(() => server.sql.unsafe(`drop role if exists ${name}`))
    const url = new URL(server.databaseUrl)
    url.pathname = `/${name}`
    const owner = connect(url.href, { max: 1 })
    t.after(() => owner.end())
    await owner.unsafe(`set session authorization ${name}`)
    await migrate(owner, present)
    const [role] = await owner`select rolsuper from pg_roles where rolname = current_user`
    assert.deepEqual({ ...role }, { rolsuper: false })
  })

  test('of an older release are a prefix of the current ones', async (t) => {
    const sql = await anEmptyDatabase(t)
    const last = names.toSorted().at(-1)!
    await migrate(sql, await otherRelease(t, (migrations) => rm(join(migrations, `${last}.sql`))))
    assert.deepEqual((await pendingMigrations(sql, present)).pending, [last])
    assert.deepEqual(await migrate(sql, present), [last])
  })
})

suite('a database of 0.3.0 that was never of 0.4.0', () => {
  test('keeps its domains, and the numbers that had a notice', async (t) => {
    const sql = await anEmptyDatabase(t)
    const ofRelease = await otherRelease(t, async (migrations) => {
      for (const name of names.filter((one) => one > '0022')) await rm(join(migrations, `${name}.sql`))
      await rm(join(migrations, '..', 'functions'), { recursive: true })
      await mkdir(join(migrations, '..', 'functions'))
    })
    await migrate(sql, ofRelease)
    for (const [id, state] of [
      ['reached', 'DELIVERED'],
      ['never', 'FAILED'],
    ] as const) {
      await sql`
        insert into stores (id, name, slug, currency, currency_digits, whatsapp_number)
        values (${id}, ${id}, ${id}, 'GTQ', 2, '+50255550000')`
      await sql`insert into connections (store_id, id, settings) values (${id}, 'custom_domain', ${sql.json({ domain: `${id}.gt` })})`
      await sql`
        insert into customers (store_id, id, phone, name, first_order_at, last_order_at)
        values (${id}, 'ana', '+50255551111', 'Ana', now(), now())`
      await sql`
        insert into orders (
          store_id, id, order_number, customer_id, customer_name, customer_phone, currency, items, items_hash, subtotal, total, timeline,
          tracking_token, notification_state
        )
        values (${id}, 'one', 'VT-000001', 'ana', 'Ana', '+50255551111', 'GTQ', '[]', '', 0, 0, '[]', 'token', ${state})`
    }
    await migrate(sql, present)
    const stores = await sql`
      select id, confirmed_number, domains.domain, check_at is not null as is_due
      from stores
      left join domains on domains.store_id = stores.id
      order by id`
    assert.deepEqual(
      stores.map((store) => Object.values(store)),
      [
        ['never', '', 'never.gt', true],
        ['reached', '+50255550000', 'reached.gt', true],
      ],
    )
  })
})

suite('a database with other migrations', () => {
  test('fails with one line when they have other names, and is not changed', async (t) => {
    const sql = await anEmptyDatabase(t)
    const before = await otherRelease(t, async (migrations) => {
      await rename(join(migrations, '0001_accounts.sql'), join(migrations, '0001_foundation.sql'))
    })
    await migrate(sql, before)
    const refusal = line(/^The database was created by migrations .* \(0001_foundation\): .* empty database$/)
    await assert.rejects(migrate(sql, present), refusal)
    await assert.rejects(pendingMigrations(sql, present), refusal)
    assert.equal((await sql`select from schema_migrations`).length, names.length)
  })

  test('fails with one line when one of them has changed since', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const changed = await otherRelease(t, (migrations) =>
      appendFile(join(migrations, '0002_stores.sql'), 'alter table stores add column colour text;'),
    )
    await assert.rejects(migrate(sql, changed), line(/that have changed \(0002_stores\)/))
  })

  test('is accepted when only comments or line breaks have changed', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const commented = await otherRelease(t, async (migrations) => {
      const path = join(migrations, '0002_stores.sql')
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        `-- Another comment.\n${text.replaceAll(/ --.*$/gm, '').replaceAll(',\n', ',\n\n')}`,
      )
    })
    assert.deepEqual(await migrate(sql, commented), [])
  })
})

suite('two releases side by side', () => {
  /** The folder as the next release has it, with one migration more. */
  const nextRelease = (t: TestContext, text: string) =>
    otherRelease(t, (migrations) => writeFile(join(migrations, '9998_next.sql'), text))

  test('share a database that the newer one migrated; the older one does not replace its functions', async (t) => {
    const sql = await anEmptyDatabase(t)
    const next = await nextRelease(t, '-- Oldest release: 0.1.0\nalter table stores add column colour text;')
    await writeFile(new URL('functions/fold.sql', next), foldFunction('newer'))
    await migrate(sql, next)
    assert.deepEqual(await migrate(sql, present), [])
    assert.equal((await sql`select fold('a') as text`)[0]!['text'], 'newer')
    assert.deepEqual((await pendingMigrations(sql, present)).pending, [])
  })

  test('do not share it, unless the newer one allows it', async (t) => {
    for (const head of ['-- Oldest release: 99.0.0', '', '-- Oldest release: 0.2.0-next']) {
      const sql = await anEmptyDatabase(t)
      await migrate(sql, await nextRelease(t, `${head}\nalter table stores add column colour text;`))
      await assert.rejects(migrate(sql, present), line(/newer release \(9998_next\)/))
    }
  })

  test('do not share it where what the newer one allows can not be read', async (t) => {
    for (const oldest of ['next', '0.2', '0.1.0.1', '']) {
      const sql = await anEmptyDatabase(t)
      await migrate(
        sql,
        await nextRelease(t, '-- Oldest release: 0.1.0\nalter table stores add column colour text;'),
      )
      await sql`update schema_migrations set oldest_release = ${oldest} where name = '9998_next'`
      await assert.rejects(migrate(sql, present), line(/newer release \(9998_next\)/))
    }
  })

  test('do not block readers while the newer one waits for a table lock', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const over = Promise.withResolvers<void>()
    const report = sql.begin(async (tx) => {
      await tx`select from stores`
      await over.promise
    })
    t.after(() => over.resolve())
    const migrated = migrate(
      sql,
      await nextRelease(t, '-- Oldest release: 0.1.0\nalter table stores add column colour text;'),
    )
    await waitFor(async () => (await sql`select from pg_locks where not granted`).length > 0)
    await sql`select from stores`
    over.resolve()
    await report
    assert.deepEqual(await migrated, ['9998_next'])
  })

  const foldFunction = (text: string) =>
    `create or replace function fold(p_text text) returns text language sql immutable parallel safe as $$ select '${text}' $$;`
})

/** The last migration of the first release: its tables have no rows when they are made. */
const FOUNDATION = 20
const FIRST_RELEASE = '0.2.0'
const isReleased = gte(RELEASE, FIRST_RELEASE)
const later = names.toSorted().filter((name) => isReleased && Number(name.slice(0, 4)) > FOUNDATION)

suite('a migration of a later release', () => {
  const read = (name: string) => readFile(new URL(`migrations/${name}.sql`, present), 'utf8')

  test('names the oldest compatible release', async () => {
    for (const name of later) {
      const message = `${name} needs a line \`-- Oldest release: …\`; if it comes with ${FIRST_RELEASE} itself, FOUNDATION is its number`
      assert.match(await read(name), /^-- Oldest release: \d+\.\d+\.\d+$/m, message)
    }
  })

  test('neither rewrites nor scans existing tables, and lists those whose writers it blocks', async (t) => {
    const sql = await anEmptyDatabase(t)
    const first = await otherRelease(t, async (migrations) => {
      for (const name of later) await rm(join(migrations, `${name}.sql`))
    })
    await migrate(sql, first)
    for (const name of later) {
      const text = await read(name)
      const locks = /^-- Locks: (.+)$/m.exec(text)?.[1]!.split(', ') ?? []
      assert.deepEqual([name, await effectsOf(sql, text)], [name, { rewrites: [], reads: [], locks }])
    }
  })

  test('is measured by its effects on the tables', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const effects = async (text: string) => {
      const { rewrites, reads, locks } = await effectsOf(sql, text)
      return [rewrites, reads, locks].map((tables) => tables.join(', '))
    }
    const change = (text: string) => effects(`alter table orders ${text}`)
    assert.deepEqual(await change("add column tried_colour text default 'red'"), ['', '', 'orders'])
    assert.deepEqual(await change("add constraint tried_red check (tried_colour = 'red') not valid"), [
      '',
      '',
      'orders',
    ])
    assert.deepEqual(await change('validate constraint tried_red'), ['', 'orders', ''])
    assert.deepEqual(await change('alter column tried_colour set not null'), ['', 'orders', 'orders'])
    assert.deepEqual(await effects('create index on orders (tried_colour)'), ['', 'orders', 'orders'])
    assert.deepEqual(await effects("update orders set tried_colour = 'blue'"), ['', 'orders', ''])
    assert.deepEqual(await change('add column tried_at timestamptz default clock_timestamp()'), [
      'orders',
      'orders',
      'orders',
    ])
    const added =
      'create table tried_colours (store_id text not null references stores, id text, primary key (store_id, id))'
    assert.deepEqual(await effects(`${added}; create index on tried_colours (id)`), ['', '', 'stores'])
  })
})

const tablesOf = (sql: Db) => sql`
  select table_name, column_name, data_type
  from information_schema.columns
  where table_schema = 'public'
  order by table_name, column_name`
