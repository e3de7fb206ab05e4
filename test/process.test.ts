import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure, request } from 'node:https'
import { connect, createServer } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { connect as connectDatabase } from '../src/core/database/db.ts'
import { findEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { waitForStatus, freePort, processesOn } from './process.ts'
import { aStore } from './factories.ts'
import { aMember } from './panel.ts'
import { rawRequest } from './raw-request.ts'
import { startService } from './service.ts'
import { isAlive } from '../src/core/database/embedded/processes.ts'
import { waitFor } from './wait-for.ts'

const service = await startService()
const { folder, onFreePort } = await processesOn(service.databaseUrl)
const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname

const tls = { TLS_CERT_FILE: fixture('localhost.crt'), TLS_KEY_FILE: fixture('localhost.key') }

/** Started with the first test, because the stops take ten seconds. */
const ofSilentClients = Promise.all([stopWithSilentClient({}), stopWithSilentClient(tls)])

ofSilentClients.catch(() => {}) // reported by the test that awaits it

async function stopWithSilentClient(env: Record<string, string>) {
  const { port, stop } = await onFreePort(env)
  await waitFor(async () => !(await isClosed(port)))
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  after(() => socket.destroy())
  return stop('SIGTERM')
}

suite('the process', () => {
  test('the process creates the demo shop in an empty folder, and prints the credentials at each start', async () => {
    const own = { DATABASE_URL: '', DATA_DIR: join(folder, 'demo') }
    const env = { ...own, DEMO: 'on', PUBLIC_URL: 'http://tienda.test' }
    const first = await onFreePort(env)
    await waitForStatus(`${first.url}/api/ready`)
    await waitFor(() => first.output().includes('curl'))
    const [key] = /vit_\w{46}/.exec(first.output())!
    assert.match(first.output(), /\/cerro-ceniza\n/)
    const orders = await fetch(`${first.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(((await orders.json()) as { total: number }).total, 120)
    await first.stop('SIGINT')

    const second = await onFreePort(env)
    await waitForStatus(`${second.url}/cerro-ceniza`)
    await waitFor(() => second.output().includes(key))
    await second.stop('SIGINT')
  })

  test('the process starts in an empty folder, and again in the same one', async () => {
    const dataDir = join(folder, 'own')
    for (const round of ['first', 'second']) {
      const { url, stop } = await onFreePort({ DATABASE_URL: '', DATA_DIR: dataDir })
      await waitForStatus(`${url}/api/ready`)
      assert.equal(await stop('SIGINT'), 0, round)
    }
    const left = await readdir(dataDir)
    assert.ok(!left.includes('postmaster.pid'))
  })

  test('the process says in one line that another service uses its folder', async () => {
    const dataDir = join(folder, 'own')
    const first = await onFreePort({ DATABASE_URL: '', DATA_DIR: dataDir })
    await waitForStatus(`${first.url}/api/ready`)
    const second = await onFreePort({ DATABASE_URL: '', DATA_DIR: dataDir })
    assert.equal(await second.exited(), 1)
    assert.match(second.output(), /^DATA_DIR: the data folder .* in use .*\n$/)
    assert.ok(second.output().includes(`(pid ${first.child.pid})`), second.output())
    await first.stop('SIGINT')
  })

  test('the process on SIGTERM finishes running requests, fails readiness, and exits with status 0', async () => {
    const { url, port, stop } = await onFreePort()
    await waitForStatus(`${url}/api/ready`)
    const answer = await readSlowly(url)
    const ended = stop('SIGTERM')
    await waitFor(async () => {
      const ready = await fetch(`${url}/api/ready`)
      // While it works it may be 503 too, where a busy machine is slow to write.
      return ready.status === 503 && ready.headers.get('connection') === 'close'
    })
    await waitFor(() => isClosed(port))
    assert.ok((await answer.rest()) > LARGE, 'a large answer arrives whole')
    assert.equal(await ended, 0)
  })

  test('the process on SIGTERM during its start stops in order, without database errors in the log', async () => {
    const dataDir = join(folder, 'stopped')
    const { stop, output } = await onFreePort({ DATABASE_URL: '', DATA_DIR: dataDir })
    await waitFor(() => isMigrated(dataDir))
    assert.equal(await stop('SIGTERM'), 0)
    assert.doesNotMatch(output(), /"level"|Error/)
  })

  test('the process on SIGTERM while its database starts leaves none running', async () => {
    const dataDir = join(folder, 'own')
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const { stop } = await onFreePort({ DATABASE_URL: '', DATA_DIR: dataDir })
    let pid = 0
    await waitFor(async () => {
      pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => '0'), 10)
      return pid > 0
    })
    assert.equal(await stop('SIGTERM'), 0)
    assert.equal(isAlive(pid), false)
  })

  test('the process on SIGTERM exits with status 0 despite idle connections, also before a TLS handshake', async () => {
    assert.deepEqual(await ofSilentClients, [0, 0])
  })

  test('the process on SIGTERM completes a running write, tool call and upload, and closes event streams', async (t) => {
    const { url, port, stop } = await onFreePort()
    await waitForStatus(`${url}/api/ready`)
    const { store, base, person } = await aMember(service, 'OWNER')
    const events = await fetch(`${url}${base}/eventos`, { headers: { cookie: `vitrina=${person.token}` } })
    assert.equal(events.status, 200)
    const holder = await lockStore(store.id)
    t.after(holder.release)

    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const photo = new PassThrough()
    photo.write(png.subarray(0, 50))
    const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${store.key}`, 'content-type': 'application/json', ...headers },
        body: body instanceof ReadableStream ? body : JSON.stringify(body),
        duplex: 'half',
      })
    const tool = { name: 'update_store', arguments: { description: 'Nueva' } }
    const answers = Promise.all([
      // First, so that it has arrived when the others wait for the lock.
      send('POST', '/api/v1/images', Readable.toWeb(photo), { 'content-type': 'image/png' }),
      send('PUT', '/api/v1/store', { address: 'Calle 1' }),
      send(
        'POST',
        '/api/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool },
        { accept: 'application/json, text/event-stream' },
      ),
    ])
    await holder.waitedForBy(2)
    const ended = stop('SIGTERM')
    await waitFor(() => isClosed(port))
    holder.release()
    photo.end(png.subarray(50))
    assert.deepEqual(
      (await answers).map(({ status, headers }) => [status, headers.get('connection')]),
      [
        [201, 'close'],
        [200, 'close'],
        [200, 'close'],
      ],
    )
    assert.equal(await ended, 0)
    await events.text()
    const { data } = (await service.get('/api/v1/store', store.key)).json
    assert.deepEqual([data.address, data.description], ['Calle 1', 'Nueva'])
  })

  test('the process listens on 127.0.0.1 alone for localhost, which may have two addresses', async () => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    const resolver = `
      import dns from 'node:dns'
      const { lookup } = dns
      dns.lookup = (host, options, done) =>
        host === 'localhost' && options.all ? done(null, ${JSON.stringify(addresses)}) : lookup(host, options, done)`
    const { url, port, stop } = await onFreePort({
      HOST: 'localhost',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(resolver)}`,
    })
    await waitForStatus(`${url}/api/ready`)
    assert.ok(await isClosed(port, '::1'))
    assert.equal(await stop('SIGINT'), 0)
  })

  test('the process ends with `npm start`, when a supervisor stops that', async () => {
    const port = String(await freePort())
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, PORT: port, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, DEMO: 'off' }
    const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
    after(() => npm.kill('SIGKILL'))
    await waitForStatus(`http://127.0.0.1:${port}/api/ready`)
    const [pid] = await children(npm.pid!)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await waitFor(async () => !(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)))
    await waitFor(() => !isAlive(pid!))
  })

  for (const [cause, env, line] of [
    ['a bad variable', { PORT: 'abc' }, /^PORT is "abc", but must be a whole number from 0 to 65535\n$/],
    ['half of the TLS settings', { TLS_CERT_FILE: 'x' }, /^TLS_KEY_FILE is missing: TLS needs both files\n$/],
    [
      'a database that nobody serves',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
      /^DATABASE_URL: .*127\.0\.0\.1:1 .*\n$/,
    ],
    [
      'a folder that is a file',
      { DATABASE_URL: '', DATA_DIR: join(folder, 'file') },
      /^DATA_DIR: the data folder .*\n$/,
    ],
    [
      'a host that is not ours',
      { HOST: '192.0.2.1' },
      /^HOST: 192\.0\.2\.1 is not an address of this machine\n$/,
    ],
    [
      'a host that is no host',
      { HOST: '999.1.1.1' },
      /^HOST: 999\.1\.1\.1 is not an address of this machine\n$/,
    ],
  ] as const) {
    test(`the process names ${cause} in one line and ends with status 1`, async () => {
      await writeFile(join(folder, 'file'), '')
      const started = await onFreePort(env)
      assert.equal(await started.exited(), 1)
      assert.match(started.output(), line)
    })
  }

  test('the process names a port in use in one line and exits with status 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const started = await onFreePort({ PORT: String(port) })
    assert.equal(await started.exited(), 1)
    assert.equal(started.output(), `PORT: port ${port} of 127.0.0.1 is taken by another process\n`)
    taken.close()
  })

  test('the process runs as a cluster, and restarts processes that die', async () => {
    const { url, stop, child, output } = await onFreePort({ CLUSTER: '2' })
    while (!output().includes('Vitrina is at')) await wait(50)
    const [victim] = await children(child.pid!)
    process.kill(victim!, 'SIGKILL')
    while ((await children(child.pid!)).filter((pid) => pid !== victim).length < 2) await wait(50)
    await waitForStatus(`${url}/api/ready`)
    assert.equal(await stop('SIGTERM'), 0)
  })
})

/** Whether the database in a data folder has its tables: its service then loads what answers. */
async function isMigrated(dataDir: string): Promise<boolean> {
  const found = await findEmbeddedPostgres(dataDir).catch(() => null)
  if (!found) return false
  const sql = connectDatabase(found.url, { max: 1 })
  const rows = await sql`select from schema_migrations limit 1`.catch(() => [])
  await sql.end()
  return rows.length > 0
}

/** Whether nobody listens on the port. */
function isClosed(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host)
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
  }).finally(() => socket.destroy())
}

/** More than the network holds for a client that does not read. */
const LARGE = 16 * 1024 * 1024

/** Asks for a large answer, and reads no more than its head until its rest is asked for. */
async function readSlowly(url: string) {
  const store = await aStore(service)
  await service.sql`update stores set description = repeat('x', ${LARGE}) where id = ${store.id}`
  const get = url.startsWith('https:') ? getSecure : getPlain
  const headers = { authorization: `Bearer ${store.key}` }
  const asked = get(`${url}/api/v1/store`, { headers, agent: false, rejectUnauthorized: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const rest = async () => {
    let bytes = 0
    for await (const chunk of answer) bytes += (chunk as Buffer).length
    return bytes
  }
  return { rest }
}

/** Holds the row of a store, which its changes then wait for. */
async function lockStore(id: string) {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void service.sql.begin(async (tx) => {
    await tx`select from stores where id = ${id} for update`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waitedForBy = (many: number) =>
    waitFor(async () => {
      const waiting = await service.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length >= many
    })
  return { release: () => released.resolve(), waitedForBy }
}

async function children(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').map(Number)
}

suite('HTTPS', () => {
  test('HTTPS is served with the configured certificate, and the plain port only redirects', async () => {
    const plain = await freePort()
    const { port, stop } = await onFreePort({
      ...tls,
      HTTP_REDIRECT_PORT: String(plain),
      PUBLIC_URL: 'https://tiendas.example',
    })
    const redirected = await waitForStatus(`http://127.0.0.1:${plain}/api/v1/orders?limit=1`, 301)
    assert.equal(redirected.headers.get('location'), 'https://tiendas.example/api/v1/orders?limit=1')
    const twice = await rawRequest(
      `http://127.0.0.1:${plain}`,
      'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
    )
    assert.match(twice, /^HTTP\/1\.1 400 /)

    const asked = request({ port, host: '127.0.0.1', path: '/api/health', rejectUnauthorized: false }).end()
    const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    assert.equal(answer.statusCode, 200)

    const large = await readSlowly(`https://127.0.0.1:${port}`)
    const ended = stop('SIGINT')
    await waitFor(() => isClosed(port))
    assert.ok((await large.rest()) > LARGE, 'a large answer arrives whole')
    assert.equal(await ended, 0)
  })

  test('behind a proxy plain HTTP is redirected with 301, except probes', async () => {
    const { url, stop } = await onFreePort({
      PUBLIC_URL: 'https://tiendas.example',
      TRUST_PROXY: '127.0.0.1',
    })
    await waitForStatus(`${url}/api/health`)
    const forwarded = (proto: string) =>
      fetch(`${url}/api/v1/orders`, { headers: { 'x-forwarded-proto': proto }, redirect: 'manual' })
    assert.equal((await forwarded('http')).status, 301)
    assert.equal((await forwarded('https')).status, 401)
    assert.equal((await fetch(`${url}/api/v1/orders`, { redirect: 'manual' })).status, 301)
    await stop('SIGINT')
  })
})
