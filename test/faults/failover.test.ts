import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connect, isTransientError, type Db } from '../../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { waitFor } from '../wait-for.ts'

const [first, second] = [await aServer('primero'), await aServer('segundo')]
const [one, other] = [first, second].map(({ url }) => /@([^/]+)/.exec(url)![1]!)
const address = first.url.replace(one!, `${one},${other}`)

async function aServer(name: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-hosts-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const sql = connect(server.url, { max: 1 })
  await sql.unsafe(`create table visits (server text not null default '${name}')`)
  after(async () => {
    await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  /** As a server is that was demoted, or has not been promoted yet. */
  async function readOnly(isReadOnly: boolean) {
    await sql.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await sql`select pg_reload_conf()`
    await waitFor(async () => {
      const [now] = await sql<
        [{ value: string }]
      >`select current_setting('default_transaction_read_only') as value`
      return now.value === (isReadOnly ? 'on' : 'off')
    })
  }
  return { ...server, readOnly, stop: () => server.stop() }
}

function pool(query = '') {
  const sql = connect(`${address}${query}`, { max: 4 })
  after(() => sql.end({ timeout: 1 }))
  return sql
}

const write = async (sql: Db) =>
  (await sql<[{ server: string }]>`insert into visits default values returning server`)[0].server

suite('several hosts', () => {
  test('are tried in order, unless target_session_attrs is set', async () => {
    await first.readOnly(true)
    await assert.rejects(write(pool()), (error: unknown) => isTransientError(error))
    assert.equal(await write(pool('?target_session_attrs=read-write')), 'segundo')
    assert.equal((await pool('?target_session_attrs=primary')`select 1 as one`).count, 1)
  })

  test('are tried again when the current one becomes read-only', async () => {
    await first.readOnly(true)
    await second.readOnly(false)
    const sql = pool('?target_session_attrs=read-write')
    assert.deepEqual(new Set(await Promise.all([1, 2, 3, 4].map(() => write(sql)))), new Set(['segundo']))
    await second.readOnly(true)
    await first.readOnly(false)
    const refused = await Promise.allSettled([sql.begin((tx) => tx`insert into visits default values`)])
    assert.ok(refused.every((one) => one.status === 'fulfilled' || isTransientError(one.reason)))
    await waitFor(async () => (await write(sql).catch(() => '')) === 'primero')
    for (let n = 0; n < 8; n++) assert.equal(await write(sql), 'primero')
  })

  test('that are all read-only are an outage, until one is writable', async () => {
    await first.readOnly(true)
    await second.readOnly(true)
    const sql = pool('?target_session_attrs=read-write')
    await assert.rejects(write(sql), isTransientError)
    await second.readOnly(false)
    assert.equal(await write(sql), 'segundo')
  })

  test('are tried again when the current one is down', async () => {
    await first.readOnly(false)
    await second.readOnly(false)
    const sql = pool('?target_session_attrs=read-write')
    assert.equal(await write(sql), 'primero')
    await first.stop()
    await waitFor(async () => (await write(sql).catch(() => '')) === 'segundo')
  })
})
