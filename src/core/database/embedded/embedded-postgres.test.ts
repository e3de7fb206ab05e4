import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { waitFor } from '../../../../test/wait-for.ts'
import { connect as connectTo, type Db } from '../db.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { chownTree } from './account.ts'
import { prepareCluster } from './cluster.ts'
import { rotateLog } from './log.ts'
import { adoptOrStart } from './process.ts'
import { commandLines, isAlive, sendSignal } from './processes.ts'
import { StartError } from '../../errors/start-error.ts'

const isRoot = process.getuid?.() === 0
const core = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** For what does not need a folder of its own: whatever happened to it, the next start just uses it. */
let used: string

before(async () => {
  used = join(await fs.mkdtemp(join(tmpdir(), 'embedded-test-')), 'data')
  await (await startEmbeddedPostgres({ dataDir: used })).stop()
})

after(() => fs.rm(dirname(used), { recursive: true, force: true }))

suite('A data folder', () => {
  test('is private, and its server listens on a socket only, with durable commits', async (t) => {
    const dataDir = used
    const { sql } = await start(t, dataDir)

    assert.equal((await fs.stat(dataDir)).mode & 0o777, 0o700)
    assert.equal((await fs.stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700)
    const [settings] = await sql`
      select
        current_setting('listen_addresses') as addresses,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit,
        current_setting('server_encoding') as encoding,
        current_setting('timezone') as zone,
        upper('ñandú') as folded`
    assert.deepEqual(settings, {
      addresses: '',
      fsync: 'on',
      commit: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      folded: 'ÑANDÚ',
    })
  })

  test('keeps its rows, and leaves no processes or sockets when the server stops', async (t) => {
    const dataDir = used
    const first = await start(t, dataDir)
    await insertOrder(first.sql)
    const pid = await serverOf(dataDir)
    await first.stop()

    assert.equal(isAlive(pid), false)
    assert.deepEqual(await processesOf(dataDir), [])
    assert.equal((await fs.readdir(join(dataDir, 'postgres'))).includes('.s.PGSQL.5432'), false)

    const { sql } = await start(t, dataDir)
    assert.deepEqual([...(await sql`select number from orders`)], [{ number: 7 }])
  })

  test('applies the given settings', async (t) => {
    const { sql } = await start(t, used, { fsync: 'off' })
    assert.equal((await sql`select current_setting('fsync') as fsync`)[0]?.fsync, 'off')
  })

  test('may have a path longer than the address of a socket', async (t) => {
    const dataDir = await aCopy(t, join('a'.repeat(120), 'á,@:% b'))
    const killed = await aService(t, dataDir)
    const temporary = dirname(killed.socketDirectory)
    await using sql = connect(killed.url)
    await insertOrder(sql)
    assert.equal((await fs.stat(temporary)).mode & 0o777, 0o700)
    assert.deepEqual(await findEmbeddedPostgres(dataDir), { url: killed.url })
    await kill(killed.process, await serverOf(dataDir))

    const next = await start(t, dataDir)
    assert.deepEqual([...(await next.sql`select number from orders`)], [{ number: 7 }])
    assert.equal(await exists(temporary), false)
    await next.stop()
    assert.equal(await exists(dirname(next.socketDirectory)), false)
  })

  test('is created again after an interrupted first start', async (t) => {
    const dataDir = await aFolder(t)
    const service = run(t, core, dataDir)
    while (!(await draftsIn(dataDir)).length) await sleep(10)
    await sleep(100)
    await kill(service)

    await start(t, dataDir)
    assert.deepEqual(await draftsIn(dataDir), [])
  })

  test('limits the size of its log', async (t) => {
    await fs.appendFile(join(used, 'postgres.log'), Buffer.alloc(5_000_001))
    await start(t, used)
    assert.ok((await fs.stat(join(used, 'postgres.log'))).size < 100_000)
  })
})

test('The log is rotated while the server runs', async (t) => {
  const { sql } = await start(t, used)
  const path = join(used, 'postgres.log')
  await rotateLog(path)
  const before = (await fs.stat(path)).size
  await fs.appendFile(path, Buffer.alloc(5_000_001))
  await rotateLog(path)
  assert.equal((await fs.stat(path)).size, 0)
  assert.ok((await fs.stat(`${path}.old`)).size > 5_000_000 + before)
  await assert.rejects(sql`select 1 / 0`)
  await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
  await waitFor(async () => (await fs.stat(path)).size > 0)
  const { size } = await fs.stat(path)
  assert.ok(size > 0 && size < 100_000, `${size} bytes`)
})

suite('A second service', () => {
  test('is refused in one line while the folder is in use', async (t) => {
    const dataDir = used
    await aService(t, dataDir)
    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      sentence(/ is in use by another running service \(pid \d+\)$/),
    )
  })

  test('is refused in the same process too', async (t) => {
    const dataDir = used
    await start(t, dataDir)
    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      sentence(/ is in use by another running service \(pid \d+\)$/),
    )
  })

  test('is not needed by the command line, which connects beside the first', async (t) => {
    const dataDir = used
    assert.equal(await findEmbeddedPostgres(dataDir), null)
    const service = await aService(t, dataDir)
    const found = await findEmbeddedPostgres(dataDir)
    await using sql = connect(found?.url ?? '')
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])

    await kill(service.process)
    assert.equal(await findEmbeddedPostgres(dataDir), null)
  })
})

suite('After a kill -9', () => {
  test('of the service, the next one adopts its server', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    const pid = await serverOf(dataDir)
    await using sql = connect(service.url)
    await insertOrder(sql)
    await kill(service.process)

    const next = await start(t, dataDir)
    assert.equal(await serverOf(dataDir), pid)
    assert.deepEqual([...(await sql`select number from orders`)], [{ number: 7 }])
    await next.stop()
    assert.equal(isAlive(pid), false)
  })

  test('of the service, a server that does not answer is replaced', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    const pid = await serverOf(dataDir)
    await kill(service.process)
    sendSignal(pid, 'SIGSTOP')

    const { sql } = await start(t, dataDir)
    assert.notEqual(await serverOf(dataDir), pid)
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
  })

  test('of the server, it restarts, even while a query was running', async (t) => {
    const dataDir = used
    const { sql, url } = await start(t, dataDir)
    await insertOrder(sql)
    await using busy = connect(url)
    const computing = busy`select sum(n) from generate_series(1::bigint, 100000000000) as n`.catch(() => {})
    await sleep(100)
    await kill(await serverOf(dataDir))

    await computing
    assert.deepEqual(await untilAnswered(() => sql`select number from orders`), [{ number: 7 }])
  })

  test('of the server, recovery replays little of the log, however much was written', async (t) => {
    const { sql } = await start(t, await aCopy(t))
    const [{ before }] = await sql<[{ before: string }]>`select pg_current_wal_lsn() as before`
    // Messages for nobody: they are written to the log as rows are, and nowhere else.
    for (let round = 0; round < 41; round++) {
      await sql`
        select count(pg_logical_emit_message(false, '', repeat('x', 1000000))) from generate_series(1, 10)`
    }
    const bytesSince = async (lsn: string) =>
      Number((await sql`select pg_current_wal_lsn() - ${lsn} as bytes`)[0]!['bytes'])
    assert.ok((await bytesSince(before)) > 400e6)
    // The checkpoint that this began may still be under way.
    await waitFor(async () => {
      const [{ redo }] = await sql<[{ redo: string }]>`select redo_lsn as redo from pg_control_checkpoint()`
      return (await bytesSince(redo)) < 350e6
    })
  })

  test('of the server, twice, also of an adopted one', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    await kill(service.process)
    const { sql } = await start(t, dataDir)
    for (let round = 0; round < 2; round++) {
      const pid = await serverOf(dataDir)
      await kill(pid)
      while ((await serverOf(dataDir)) === pid) await sleep(20)
      assert.deepEqual(await untilAnswered(() => sql`select 1 as one`), [{ one: 1 }])
    }
  })

  test('of both, committed rows are kept', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    await using sql = connect(service.url)
    await sql`create table tickets (number int)`
    let committed = 0
    const writing = (async () => {
      for (;;)
        committed = (
          await sql<{ number: number }[]>`insert into tickets values (${committed + 1}) returning number`
        )[0]!.number
    })().catch(() => {})
    await waitFor(() => committed > 10)
    await kill(service.process, await serverOf(dataDir))
    await writing

    const next = await start(t, dataDir)
    const [found] = await next.sql`select count(*)::int as tickets from tickets`
    assert.ok(found?.tickets === committed || found?.tickets === committed + 1)
  })

  test('of both, the pid may have been reused by another process', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    await kill(service.process, await serverOf(dataDir))
    const { uid, gid } = await fs.stat(join(dataDir, 'postgres'))
    const other = spawn('/bin/sleep', ['60'], isRoot ? { uid, gid } : {})
    afterwards(t, () => other.kill())
    await replacePid(dataDir, other.pid)

    const { sql } = await start(t, dataDir)
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
    assert.ok(isAlive(other.pid ?? 0))
  })
})

test('Ctrl-C in a terminal, which every process of the group gets, stops the server in order', async (t) => {
  const dataDir = used
  const service = await aService(t, dataDir)
  const { size } = await fs.stat(join(dataDir, 'postgres.log'))
  process.kill(-(service.process.pid ?? 0), 'SIGINT')
  await once(service.process.stdout, 'data')
  await sleep(100)
  assert.ok(isAlive(await serverOf(dataDir)), 'requests under way still need it')
  service.process.kill('SIGUSR2')
  assert.deepEqual(await once(service.process, 'exit'), [0, null])
  assert.deepEqual(await processesOf(dataDir), [])

  await start(t, dataDir)
  const log = await fs.readFile(join(dataDir, 'postgres.log'))
  assert.doesNotMatch(log.subarray(size).toString(), /automatic recovery/)
})

test('The server stops when its service exits without stopping it', async (t) => {
  const dataDir = used
  const service = await aService(t, dataDir)
  const pid = await serverOf(dataDir)
  service.process.kill('SIGTERM')
  await once(service.process, 'exit')
  while (isAlive(pid)) await sleep(10)
  assert.match(await fs.readFile(join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down/)
})

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

  test('shares its account with no other process', async (t) => {
    const dataDir = used
    await start(t, dataDir)
    assert.deepEqual(connectAs(nobody, await serverOf(dataDir)), { connected: 'EACCES', files: 'EACCES' })
    const { uid } = await fs.stat(join(dataDir, 'postgres'))
    assert.doesNotMatch(await fs.readFile('/etc/passwd', 'utf8'), new RegExp(`:${uid}:`))
  })

  test('takes a data folder over from the account nobody, also while its server is still running', async (t) => {
    const dataDir = await aCopy(t)
    const first = await start(t, dataDir)
    await insertOrder(first.sql)
    await first.stop()
    await chownTree(join(dataDir, 'postgres'), nobody)
    const settings = { listen_addresses: '', unix_socket_directories: '.' }
    const old = await adoptOrStart(await prepareCluster(dataDir, settings))
    afterwards(t, () => kill(old))
    assert.equal(connectAs(nobody, old).connected, true)

    const { sql } = await start(t, dataDir)
    assert.deepEqual([...(await sql`select number from orders`)], [{ number: 7 }])
    assert.equal(isAlive(old), false)
    assert.deepEqual(connectAs(nobody, await serverOf(dataDir)), { connected: 'EACCES', files: 'EACCES' })
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

suite('A start that fails names the reason in one line', () => {
  test('a folder that is a file', async (t) => {
    const dataDir = await aFolder(t)
    await fs.writeFile(dataDir, '')
    await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/ is not a folder$/))
  })

  test('a folder that is not writable', { skip: isRoot }, async (t) => {
    const dataDir = await aFolder(t)
    await fs.mkdir(dataDir, { mode: 0o500 })
    await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/ is not writable for this user$/))
  })

  test('data of another major version of PostgreSQL', async (t) => {
    await fs.writeFile(join(used, 'postgres/PG_VERSION'), '15\n')
    afterwards(t, () => fs.writeFile(join(used, 'postgres/PG_VERSION'), '18\n'))
    await assert.rejects(startEmbeddedPostgres({ dataDir: used }), sentence(/did not start: .*incompatible/))
  })

  test('a setting that does not exist', async () => {
    const settings = { shared_bufers: '1GB' }
    const start = startEmbeddedPostgres({ dataDir: used, settings })
    await assert.rejects(start, sentence(/did not start: .*shared_bufers/))
    assert.equal(await findEmbeddedPostgres(used), null)
  })

  test('a platform without binaries', async (t) => {
    const app = await aFolder(t)
    await fs.cp(core, join(app, 'core'), { recursive: true })
    const [line] = await once(run(t, join(app, 'core'), join(app, 'data')).stdout.setEncoding('utf8'), 'data')
    assert.match(JSON.parse(line).error, /^No embedded PostgreSQL is installed for \w+-\w+: .* DATABASE_URL /)
  })
})

function sentence(pattern: RegExp) {
  return (error: Error) => {
    assert.ok(error instanceof StartError, error.stack)
    assert.match(error.message, pattern)
    assert.doesNotMatch(error.message, /\n/)
    return true
  }
}

const stacks = new WeakMap<TestContext, AsyncDisposableStack>()

/** The last first: what runs in a folder is ended before the folder is removed. */
function afterwards(t: TestContext, task: () => unknown) {
  let stack = stacks.get(t)
  if (!stack) {
    const fresh = new AsyncDisposableStack()
    t.after(() => fresh.disposeAsync())
    stacks.set(t, (stack = fresh))
  }
  stack.defer(async () => void (await task()))
}

async function aFolder(t: TestContext) {
  const parent = await fs.mkdtemp(join(tmpdir(), 'embedded-test-'))
  afterwards(t, () => fs.rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  return join(parent, 'data')
}

/** A folder that was used, at a place of its own: made in a tenth of the time. */
async function aCopy(t: TestContext, path = '') {
  const dataDir = join(await aFolder(t), path)
  await copyOf(used, dataDir)
  return dataDir
}

async function copyOf(dataDir: string, copy: string) {
  await fs.mkdir(dirname(copy), { recursive: true })
  await promisify(execFile)('cp', ['-a', dataDir, copy])
}

const connect = (url: string) => {
  const sql = connectTo(url, { max: 1 })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end({ timeout: 0 }) })
}

async function insertOrder(sql: Db) {
  await sql`drop table if exists orders`
  await sql`create table orders as select 7 as number`
}

async function start(t: TestContext, dataDir: string, settings?: Record<string, string>) {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterwards(t, () => server.stop())
  const sql = connect(server.url)
  afterwards(t, () => sql.end({ timeout: 0 }))
  return { ...server, sql }
}

/** A service in its own process and process group, as a terminal starts it. */
async function aService(t: TestContext, dataDir: string, folder = core) {
  const service = run(t, folder, dataDir)
  const [line] = await once(service.stdout.setEncoding('utf8'), 'data')
  const server: EmbeddedPostgres = JSON.parse(line)
  assert.ok(server.url, line)
  return { ...server, process: service }
}

function run(t: TestContext, folder: string, dataDir: string) {
  const code = `
    const { startEmbeddedPostgres } = await import(process.argv[1] + '/database/embedded/embedded-postgres.ts')
    try {
      const server = await startEmbeddedPostgres({ dataDir: process.argv[2] })
      const answered = new Promise((resolve) => process.once('SIGUSR2', resolve)) // what was under way
      process.once('SIGINT', async () => {
        console.log('interrupted')
        await answered
        await server.stop()
        process.exit()
      })
      process.once('SIGTERM', () => process.exit())
      console.log(JSON.stringify(server))
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(JSON.stringify({ error: error.message }))
    }`
  const flags = ['--input-type=module', '-e', code, folder, dataDir]
  const service = spawn(process.execPath, flags, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  afterwards(t, async () => kill(service, await serverOf(dataDir)))
  return service
}

async function kill(...targets: (ChildProcess | number)[]) {
  for (const target of targets) sendSignal(typeof target === 'number' ? target : (target.pid ?? 0), 'SIGKILL')
  for (const target of targets) {
    while (typeof target === 'number' ? isAlive(target) : !hasEnded(target)) await sleep(5)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function serverOf(dataDir: string): Promise<number> {
  const file = await fs.readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0])
}

async function replacePid(dataDir: string, pid = 0) {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(dataDir, 'postgres', name)
    await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace(/^\d+/, String(pid)))
  }
}

async function processesOf(dataDir: string) {
  const { dev, ino } = await fs.stat(join(dataDir, 'postgres'))
  return [...(await commandLines()).values()].filter((command) => command.includes(`vitrina-${dev}-${ino}`))
}

const commandOf = async (pid: number) => (await commandLines()).get(pid) ?? ''

async function draftsIn(dataDir: string) {
  return (await fs.readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.new-'))
}

async function untilAnswered<Row>(ask: () => PromiseLike<Iterable<Row>>): Promise<Row[]> {
  for (const since = performance.now(); ; await sleep(20)) {
    try {
      return [...(await ask())]
    } catch (error) {
      if (performance.now() - since > 60_000) throw error
    }
  }
}

const exists = (path: string) =>
  fs.stat(path).then(
    () => true,
    () => false,
  )

async function aCopyOfTheService(t: TestContext) {
  const app = await aFolder(t)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  await fs.cp(core, join(app, 'src/core'), { recursive: true })
  await fs.cp(binaries, join(app, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  await fs.writeFile(join(app, 'package.json'), '{ "type": "module" }')
  return app
}
