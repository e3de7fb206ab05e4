import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import {
  isRoot,
  aFolder,
  aUsedFolder,
  copyOf,
  connect,
  start,
  aService,
  kill,
  serverOf,
  commandOf,
  aCopyOfTheService,
} from '../../../../test/data-folders.ts'

const used = await aUsedFolder()

test('Root may start it from a folder that no other user can enter', { skip: !isRoot }, async (t) => {
  const app = await aCopyOfTheService(t)
  await copyOf(used, join(app, 'data'))
  const service = await aService(t, join(app, 'data'), join(app, 'src/core'))
  const binaries = (await commandOf(await serverOf(join(app, 'data')))).split('\0')[0] ?? ''
  assert.ok(binaries.startsWith('/var/cache/vitrina/'))
  await kill(service.process)

  const next = await aService(t, join(app, 'data'), join(app, 'src/core'))
  await using sql = connect(next.url)
  assert.deepEqual(
    [...(await sql`select now() at time zone 'America/Guatemala' is not null as zoned`)],
    [{ zoned: true }],
  )
  for (const signal of ['SIGUSR2', 'SIGINT'] as const) next.process.kill(signal)
  await once(next.process, 'exit')
})

suite('The server of root', { skip: !isRoot }, () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  /** What a process of this account gets of the server with this pid: its socket, and its files. */
  function connectAs(account: { uid: number; gid: number }, pid: number) {
    const code = `
      const folder = '/proc/${pid}/cwd'
      const socket = require('node:net').connect(folder + '/.s.PGSQL.5432')
      const files = (() => {
        try {
          return require('node:fs').readdirSync(folder).length
        } catch (error) {
          return error.code
        }
      })()
      const tell = (connected) => {
        socket.destroy()
        console.log(JSON.stringify({ connected, files }))
      }
      socket.on('connect', () => tell(true)).on('error', ({ code }) => tell(code))`
    const options = { ...account, cwd: '/', encoding: 'utf8' as const }
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], options)
    assert.ok(stdout, stderr)
    return JSON.parse(stdout) as { connected: unknown; files: unknown }
  }

  test('The server of root shares its account with no other process', async (t) => {
    const dataDir = used
    await start(t, dataDir)
    assert.deepEqual(connectAs(nobody, await serverOf(dataDir)), { connected: 'EACCES', files: 'EACCES' })
    const { uid } = await fs.stat(join(dataDir, 'postgres'))
    assert.doesNotMatch(await fs.readFile('/etc/passwd', 'utf8'), new RegExp(`:${uid}:`))
  })
})

test('Root does not change the owner of a folder', { skip: !isRoot }, async (t) => {
  const dataDir = await aFolder(t)
  await fs.mkdir(dataDir)
  await fs.chown(dataDir, 1, 1)
  await start(t, dataDir)
  for (const name of await fs.readdir(dataDir))
    assert.equal((await fs.stat(join(dataDir, name))).uid, 1, name)
})
