import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { connect, type Db } from '../src/core/database/db.ts'
import { migrate, pendingMigrations } from '../src/core/database/migrate.ts'
import { StartError } from '../src/core/errors/start-error.ts'
import { startService } from './service.ts'

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
  test('make an empty database the present one, once, whoever asks at the same time', async (t) => {
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

  test('of an older release are the beginning of the present ones', async (t) => {
    const sql = await anEmptyDatabase(t)
    const last = names.toSorted().at(-1)!
    await migrate(sql, await otherRelease(t, (migrations) => rm(join(migrations, `${last}.sql`))))
    assert.deepEqual((await pendingMigrations(sql, present)).pending, [last])
    assert.deepEqual(await migrate(sql, present), [last])
  })
})

suite('a database that other migrations made', () => {
  test('is refused in one line when they had other names, and left as it is', async (t) => {
    const sql = await anEmptyDatabase(t)
    const before = await otherRelease(t, async (migrations) => {
      await rename(join(migrations, '0001_accounts.sql'), join(migrations, '0001_foundation.sql'))
    })
    await migrate(sql, before)
    await sql`alter table schema_migrations drop column hash`
    const refusal = line(/^The database was made by migrations .* \(0001_foundation\): .* empty database$/)
    await assert.rejects(migrate(sql, present), refusal)
    await assert.rejects(pendingMigrations(sql, present), refusal)
    assert.equal((await sql`select from schema_migrations`).length, names.length)
  })

  test('is refused in one line when one of them has changed since', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const changed = await otherRelease(t, (migrations) =>
      appendFile(join(migrations, '0002_stores.sql'), 'alter table stores add column colour text;'),
    )
    await assert.rejects(migrate(sql, changed), line(/in another form \(0002_stores\)/))
  })

  test('is served when only a comment or the lines of one have changed', async (t) => {
    const sql = await anEmptyDatabase(t)
    await migrate(sql, present)
    const commented = await otherRelease(t, async (migrations) => {
      const path = join(migrations, '0002_stores.sql')
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        `-- Said otherwise.\n${text.replaceAll(/ --.*$/gm, '').replaceAll(',\n', ',\n\n')}`,
      )
    })
    assert.deepEqual(await migrate(sql, commented), [])
  })
})

const tablesOf = (sql: Db) => sql`
  select table_name, column_name, data_type
  from information_schema.columns
  where table_schema = 'public'
  order by table_name, column_name`
