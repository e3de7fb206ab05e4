import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    const tls = { TLS_CERT_FILE: fixture('localhost.crt'), TLS_KEY_FILE: fixture('localhost.key') }
    const env = { ...tls, PORT: String(await freePort()), DATABASE_URL: service.databaseUrl }
    const started = startProcess(env)
    await waitFor(async () => (await health(env)) === 0, 60)
    await started.stop('SIGINT')
  })
})

/** Runs a linter of the system, all that it printed; null where it is not installed. */
function lint(program: string, ...args: string[]): { status: number | null; output: string } | null {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return error ? null : { status, output: stdout + stderr }
}

const versionFlags: Record<string, string> = { nginx: '-v', haproxy: '-v', caddy: 'version' }
const lacks = (program: string) =>
  !lint(program, versionFlags[program] ?? '--version') && `there is no ${program}`

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname

suite('the files for other programs', () => {
  test('are units that systemd takes, in a sandbox', { skip: lacks('systemd-analyze') }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-units-'))
    t.after(() => rm(folder, { recursive: true }))
    for (const name of await readdir('deploy/systemd')) {
      // Where this checkout is, so that what they start is there.
      await writeFile(
        join(folder, name),
        read(`deploy/systemd/${name}`).replaceAll('/srv/vitrina', process.cwd()),
      )
    }
    const units = (await readdir(folder)).map((name) => join(folder, name))
    assert.equal(lint('systemd-analyze', 'verify', ...units)!.output, '')
    for (const unit of units.filter((path) => path.endsWith('.service'))) {
      const { status, output } = lint(
        'systemd-analyze',
        'security',
        '--offline=true',
        '--threshold=20',
        unit,
      )!
      assert.equal(status, 0, output)
    }
  })

  test('are a configuration that nginx takes', { skip: lacks('nginx') }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-nginx-'))
    t.after(() => rm(folder, { recursive: true }))
    const site = read('deploy/proxies/nginx.conf')
      .replace(/\/etc\/letsencrypt\S*fullchain.pem/, fixture('localhost.crt'))
      .replace(/\/etc\/letsencrypt\S*privkey.pem/, fixture('localhost.key'))
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${folders} ${site} }`
    await writeFile(join(folder, 'nginx.conf'), main)
    const { status, output } = lint('nginx', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'))!
    assert.equal(status, 0, output)
  })

  test('are a configuration that Caddy takes', { skip: lacks('caddy') }, () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxies/Caddyfile']
    const { status, output } = lint('caddy', ...args)!
    assert.equal(status, 0, output)
    assert.doesNotMatch(output, /"level":"warn"/)
  })

  test('are a configuration that HAProxy takes', { skip: lacks('haproxy') }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-haproxy-'))
    t.after(() => rm(folder, { recursive: true }))
    await writeFile(
      join(folder, 'vitrina.pem'),
      ['crt', 'key'].map((end) => read(`test/fixtures/localhost.${end}`)).join(''),
    )
    const config = read('deploy/high-availability/haproxy.cfg').replace(
      '/etc/haproxy/vitrina.pem',
      `${folder}/vitrina.pem`,
    )
    await writeFile(join(folder, 'haproxy.cfg'), config)
    const { status, output } = lint('haproxy', '-c', '-f', join(folder, 'haproxy.cfg'))!
    assert.equal(status, 0, output)
    assert.doesNotMatch(output, /WARNING/)
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
