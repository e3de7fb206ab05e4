import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { readConfig } from '../../core/config/config.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { openDatabase } from './database.ts'

suite('commands on one data folder', () => {
  test('the command that started the server stops it once the others have ended, and a later one starts it again', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-cli-'))
    after(() => rm(dataDir, { recursive: true, force: true }))
    const open = (create = false) => openDatabase(readConfig({ DATA_DIR: dataDir }), { create })
    const first = await open(true)
    const second = await open()
    assert.deepEqual([first.server, second.server], ['started', 'running'])

    const firstClosed = first.close()
    const stopping = async () =>
      (await second.sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0
    await waitFor(stopping)
    const third = open()
    await Promise.all([1, 2, 3].map(() => second.sql`select pg_sleep(0.1)`))
    await second.close()
    await firstClosed
    const { server, sql, close } = await third
    assert.equal(server, 'started')
    await sql`select 1`
    await close()
  })
})
