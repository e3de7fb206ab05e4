import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { waitForStatus, freePort, startProcess } from '../../../test/process.ts'
import { startService } from '../../../test/service.ts'
import { StartError } from '../errors/start-error.ts'
import { withEngine } from './connection-string.ts'
import { connect } from './db.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const { sql, databaseUrl } = await startService()
const folder = new URL('../../../db/', import.meta.url)

suite('a database of another engine than the settings say', () => {
  test('fails with one line that says what to set', async () => {
    const other = connect(withEngine(databaseUrl, 'citus'), { max: 1 })
    await assert.rejects(migrate(other, folder), /^StartError: DATABASE_ENGINE is "citus", but/)
    await other.end()
  })
})

suite('a database that a newer release has migrated', () => {
  test('fails with one line that names the migrations, and is not changed', async () => {
    await sql`insert into schema_migrations (name, hash) values ('9999_next', ''), ('9999_after_next', '')`
    const rejection = (error: unknown) =>
      error instanceof StartError && /newer release \(9999_after_next, 9999_next\)/.test(error.message)
    const before = await sql`select xmin::text, oid from pg_proc where proname = 'place_order'`
    await assert.rejects(migrate(sql, folder), rejection)
    await assert.rejects(pendingMigrations(sql, folder), rejection)
    assert.deepEqual(await sql`select xmin::text, oid from pg_proc where proname = 'place_order'`, before)
  })

  test('keeps the service from starting, and works with a release that knows all migrations', async () => {
    const port = String(await freePort())
    const rejected = startProcess({ DATABASE_URL: databaseUrl, PORT: port })
    assert.equal(await rejected.exited(), 1)
    assert.match(rejected.output(), /^The database was migrated by a newer release [^\n]*\n$/)
    await sql`delete from schema_migrations where name like '9999%'`
    const started = startProcess({ DATABASE_URL: databaseUrl, PORT: port })
    await waitForStatus(`http://127.0.0.1:${port}/api/ready`, 200, 60_000)
    await started.stop('SIGINT')
  })
})
