import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { processesOn } from './process.ts'
import { waitFor } from './wait-for.ts'

const { folder, onFreePort } = await processesOn('')
const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname
const tls = { TLS_CERT_FILE: fixture('localhost.crt'), TLS_KEY_FILE: fixture('localhost.key') }

/** A mount of a few MB, or null where this user may not mount. */
function smallDisk(name: string, megabytes: number): string | null {
  const path = join(folder, name)
  mkdirSync(path)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path])
  return status === 0 ? path : null
}

suite('the first start', () => {
  test('prints a line for each step of the set-up, in their order, and fewer for the next start', async () => {
    const env = { DATA_DIR: join(folder, 'steps'), DEMO: 'on', LOG_LEVEL: 'silent' }
    const steps = async () => {
      const { output, stop } = await onFreePort(env)
      await waitFor(() => output().includes('Vitrina is at'))
      await stop('SIGINT')
      return output().split('\n').filter((line) => line.endsWith(' …')) // prettier-ignore
    }
    const tables = 'Preparing its tables …'
    const service = 'Starting the service …'
    assert.deepEqual(await steps(), [
      `Creating a database in ${env.DATA_DIR} …`, tables, 'Making the demo shops …', service,
    ]) // prettier-ignore
    assert.deepEqual(await steps(), [`Starting the database in ${env.DATA_DIR} …`, tables, service])
  })

  for (const [variable, others] of [
    ['PORT', {}],
    ['HTTP_REDIRECT_PORT', tls],
    ['METRICS_PORT', {}],
  ] as const)
    test(`looks at each port before anything is set up: ${variable}`, async (t) => {
      const taken = createServer().listen(0, '127.0.0.1')
      t.after(() => taken.close())
      await once(taken, 'listening')
      const { port } = taken.address() as { port: number }
      const dataDir = join(folder, variable)
      const started = await onFreePort({ ...others, DATA_DIR: dataDir, [variable]: String(port) })
      assert.equal(await started.exited(), 1)
      assert.equal(started.output(), `${variable}: port ${port} of 127.0.0.1 is taken by another process\n`)
      assert.equal(existsSync(dataDir), false)
    })

  for (const [when, megabytes] of [
    ['while the folder is made', 30],
    ['while the tables are made', 45],
    ['while the demo is made', 52],
  ] as const)
    test(`says in a sentence that the disk is full: ${when}`, async (t) => {
      const disk = smallDisk(`disk-${megabytes}`, megabytes)
      if (!disk) return t.skip('this user may not mount a small disk')
      t.after(() => spawnSync('umount', ['--lazy', disk]))
      const started = await onFreePort({ DATA_DIR: join(disk, 'data'), DEMO: 'on' })
      assert.equal(await started.exited(), 1)
      const [last] = started.output().trim().split('\n').toReversed()
      assert.match(
        last!,
        /^The (?:disk is full: free some space|embedded PostgreSQL can't create).*No space left on device/,
      )
      assert.doesNotMatch(started.output(), /severity|\n {4}at /)
    })
})
