import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '../../../../test/wait-for.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { parseConnectionString } from '../connection-string.ts'
import { rotateLog } from './log.ts'
import { isAlive, sendSignal } from './processes.ts'
import {
  isRoot,
  core,
  sentence,
  afterwards,
  aFolder,
  aCopy,
  aUsedFolder,
  connect,
  insertOrder,
  start,
  aService,
  run,
  kill,
  serverOf,
  replacePid,
  processesOf,
  draftsIn,
  untilAnswered,
  exists,
} from '../../../../test/data-folders.ts'

const used = await aUsedFolder()
const socketDirectoryOf = (url: string) => parseConnectionString(url).hosts[0]!.host

suite('A data folder', () => {
  test('A data folder is private, and its server listens on a socket only, with durable commits', async (t) => {
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

  test('A data folder keeps its rows, and leaves no processes or sockets when the server stops', async (t) => {
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

  test('A data folder applies the given settings', async (t) => {
    const { sql } = await start(t, used, { fsync: 'off' })
    assert.equal((await sql`select current_setting('fsync') as fsync`)[0]?.fsync, 'off')
  })

  test('A data folder may have a path longer than the address of a socket', async (t) => {
    const dataDir = await aCopy(t, used, join('a'.repeat(120), 'á,@:% b'))
    const killed = await aService(t, dataDir)
    const temporary = dirname(socketDirectoryOf(killed.url))
    await using sql = connect(killed.url)
    await insertOrder(sql)
    assert.equal((await fs.stat(temporary)).mode & 0o777, 0o700)
    assert.deepEqual(await findEmbeddedPostgres(dataDir), { url: killed.url })
    await kill(killed.process, await serverOf(dataDir))

    const next = await start(t, dataDir)
    assert.deepEqual([...(await next.sql`select number from orders`)], [{ number: 7 }])
    assert.equal(await exists(temporary), false)
    await next.stop()
    assert.equal(await exists(dirname(socketDirectoryOf(next.url))), false)
  })

  test('A data folder is created again after an interrupted first start', async (t) => {
    const dataDir = await aFolder(t)
    const service = run(t, core, dataDir)
    while (!(await draftsIn(dataDir)).length) await sleep(10)
    await sleep(100)
    await kill(service)

    await start(t, dataDir)
    assert.deepEqual(await draftsIn(dataDir), [])
  })

  test('A data folder limits the size of its log', async (t) => {
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
  test('A second service ends with one line while the folder is in use', async (t) => {
    const dataDir = used
    await aService(t, dataDir)
    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      sentence(/ is in use by another running service \(pid \d+\)$/),
    )
  })

  test('A second service does not start in the same process either', async (t) => {
    const dataDir = used
    await start(t, dataDir)
    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      sentence(/ is in use by another running service \(pid \d+\)$/),
    )
  })

  test('A second service is not needed by the command line, which connects beside the first', async (t) => {
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
  test('after a kill -9 of the service, the next one adopts its server', async (t) => {
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

  test('after a kill -9 of the service, a server that does not respond is replaced', async (t) => {
    const dataDir = used
    const service = await aService(t, dataDir)
    const pid = await serverOf(dataDir)
    await kill(service.process)
    sendSignal(pid, 'SIGSTOP')

    const { sql } = await start(t, dataDir)
    assert.notEqual(await serverOf(dataDir), pid)
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
  })

  test('after a kill -9 of the server, it restarts, even while a query was running', async (t) => {
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

  test('after a kill -9 of the server, recovery replays little of the log, however much was written', async (t) => {
    const { sql } = await start(t, await aCopy(t, used))
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

  test('after a kill -9 of the server, twice, also of an adopted one', async (t) => {
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

  test('after a kill -9 of both, committed rows are kept', async (t) => {
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

  test('after a kill -9 of both, the pid may have been reused by another process', async (t) => {
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

suite('A start that fails names the reason in one line', () => {
  test('A failed start names a folder that is a file', async (t) => {
    const dataDir = await aFolder(t)
    await fs.writeFile(dataDir, '')
    await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/ is not a folder$/))
  })

  test('A failed start names a folder that is not writable', { skip: isRoot }, async (t) => {
    const dataDir = await aFolder(t)
    await fs.mkdir(dataDir, { mode: 0o500 })
    await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/ is not writable for this user$/))
  })

  test('A failed start names data of another major version of PostgreSQL', async (t) => {
    await fs.writeFile(join(used, 'postgres/PG_VERSION'), '15\n')
    afterwards(t, () => fs.writeFile(join(used, 'postgres/PG_VERSION'), '18\n'))
    await assert.rejects(startEmbeddedPostgres({ dataDir: used }), sentence(/did not start: .*incompatible/))
  })

  test('A failed start names a setting that does not exist', async () => {
    const settings = { shared_bufers: '1GB' }
    const start = startEmbeddedPostgres({ dataDir: used, settings })
    await assert.rejects(start, sentence(/did not start: .*shared_bufers/))
    assert.equal(await findEmbeddedPostgres(used), null)
  })

  test('A failed start names a platform without binaries', async (t) => {
    const app = await aFolder(t)
    await fs.cp(core, join(app, 'core'), { recursive: true })
    const [line] = await once(run(t, join(app, 'core'), join(app, 'data')).stdout.setEncoding('utf8'), 'data')
    assert.match(JSON.parse(line).error, /^No embedded PostgreSQL is installed for \w+-\w+: .* DATABASE_URL /)
  })
})
