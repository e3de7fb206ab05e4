import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { answers, freePort, startProcess } from './process.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const service = await startService()
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

async function health(env: Record<string, string>): Promise<number> {
  const [status] = (await once(spawn(process.execPath, ['deploy/healthcheck.mjs'], { env }), 'exit')) as [
    number,
  ]
  return status
}

suite("the container's health", () => {
  test('is asked for over plain HTTP, and is bad where nobody answers', async () => {
    const port = String(await freePort())
    assert.equal(await health({ PORT: port }), 1)
    const started = startProcess({ PORT: port, DATABASE_URL: service.databaseUrl })
    await answers(`http://127.0.0.1:${port}/api/ready`)
    assert.equal(await health({ PORT: port, HOST: '0.0.0.0' }), 0)
    await started.stop('SIGINT')
  })

  test('is asked for over HTTPS where the service serves that itself', async () => {
    const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname
    const tls = { TLS_CERT_FILE: fixture('localhost.crt'), TLS_KEY_FILE: fixture('localhost.key') }
    const env = { ...tls, PORT: String(await freePort()), DATABASE_URL: service.databaseUrl }
    const started = startProcess(env)
    await waitFor(async () => (await health(env)) === 0, 60)
    await started.stop('SIGINT')
  })
})

suite('the image', () => {
  test('has one Node, the pinned one, and no secrets of the folder that it is built in', () => {
    const [, final = ''] = read('deploy/Dockerfile').split(/^FROM debian/m)
    assert.match(final, /node_modules\/\.bin:\$PATH/)
    for (const name of ['.env', 'data', '.git', 'node_modules']) {
      assert.ok(read('.dockerignore').split('\n').includes(name), name)
    }
  })
})
