import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { nginxFolder } from './nginx.ts'
import { danglingNames, kubernetesObjects, typeErrors } from './kubernetes.ts'
import { waitForStatus, freePort, startProcess } from './process.ts'
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
  test('is checked over plain HTTP, and fails without a response', async () => {
    const port = String(await freePort())
    assert.equal(await health({ PORT: port }), 1)
    const started = startProcess({ PORT: port, DATABASE_URL: service.databaseUrl })
    await waitForStatus(`http://127.0.0.1:${port}/api/ready`)
    assert.equal(await health({ PORT: port, HOST: '0.0.0.0' }), 0)
    await started.stop('SIGINT')
  })

  test('is checked over HTTPS where the service terminates TLS', async () => {
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

/** Not the linter's order of services and keys, but that in which they are read; and the interface of the port is in a variable. */
const composeRules = {
  'service-dependencies-alphabetical-order': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'no-unbound-port-interfaces': 0,
  'require-quotes-in-ports': [2, { quoteType: 'double' }],
}

/** Its types can't be read: they import each other without the ends of the files' names. */
type Linted = { messages: { line: number; message: string }[] }[]

function composeProblems(path: string): string[] {
  const linted: Linted = new DCLinter({
    rules: composeRules,
    quiet: false,
    debug: false,
    exclude: [],
  }).lintFiles([path], false)
  return linted.flatMap(({ messages }) => messages.map(({ line, message }) => `line ${line}: ${message}`))
}

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname

suite('the files for other programs', () => {
  test('are valid, sandboxed systemd units', { skip: lacks('systemd-analyze') }, async (t) => {
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

  test('are a valid nginx configuration', { skip: lacks('nginx') }, async (t) => {
    const folder = await nginxFolder((site) =>
      site
        .replace(/\/etc\/letsencrypt\S*fullchain.pem/, fixture('localhost.crt'))
        .replace(/\/etc\/letsencrypt\S*privkey.pem/, fixture('localhost.key')),
    )
    t.after(() => rm(folder, { recursive: true }))
    const { status, output } = lint('nginx', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'))!
    assert.equal(status, 0, output)
  })

  test('are a valid Caddy configuration', { skip: lacks('caddy') }, () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxies/Caddyfile']
    const { status, output } = lint('caddy', ...args)!
    assert.equal(status, 0, output)
    const warnings = output.split('\n').filter((line) => line.includes('"level":"warn"'))
    // Plain HTTP is proxied on purpose: the service redirects it.
    assert.deepEqual(warnings.filter((line) => !line.includes('only on the HTTP port')), []) // prettier-ignore
  })

  test('are a valid HAProxy configuration', { skip: lacks('haproxy') }, async (t) => {
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

suite('the files for containers', () => {
  test('are a valid Dockerfile', () => {
    const problems = validate(read('deploy/Dockerfile'))
    assert.deepEqual(problems.map(({ range, message }) => [range.start.line + 1, message]), []) // prettier-ignore
    assert.equal(validate('FROM debian\nHEALTHCHECK --interva=3s CMD ls').length, 1)
  })

  test('are a valid Compose file', async (t) => {
    assert.deepEqual(composeProblems('deploy/compose.yaml'), [])
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-compose-'))
    t.after(() => rm(folder, { recursive: true }))
    const wrong = join(folder, 'compose.yaml')
    await writeFile(wrong, read('deploy/compose.yaml').replace('read_only:', 'readonly:'))
    assert.match(composeProblems(wrong).join(), /services\/vitrina.*additional properties/)
  })

  test('are Kubernetes objects with consistent references', () => {
    const text = read('deploy/kubernetes/vitrina.yaml')
    const objects = kubernetesObjects(text)
    assert.ok(objects.length > 6)
    assert.equal(typeErrors(objects), '')
    assert.deepEqual(danglingNames(objects), [])
    assert.match(typeErrors(kubernetesObjects(text.replace('minAvailable', 'minAvailabel'))), /minAvailabel/)
    const renamed = text.replace('name: http, containerPort', 'name: web, containerPort')
    assert.deepEqual(danglingNames(kubernetesObjects(renamed)), [
      ...Array.from({ length: 3 }, () => 'Deployment vitrina: http'),
      'Service vitrina: http',
    ])
  })

  test('are shell scripts without shellcheck warnings', { skip: lacks('shellcheck') }, () => {
    const scripts = globSync(['deploy/**/*.sh', '.ci/run', 'scripts/test-one'])
    assert.ok(scripts.length > 3)
    const { status, output } = lint('shellcheck', '--severity=warning', ...scripts)!
    assert.equal(status, 0, output)
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
