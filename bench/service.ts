import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db } from '../src/core/database/db.ts'
import { findEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'

export type Bench = Awaited<ReturnType<typeof startService>>

/** The service in a separate process, on an empty data folder with the embedded database, fsync on, logs off. */
export async function startService(env: Record<string, string> = {}, dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrina-bench-')))
  const port = Number(env['PORT'] ?? (await freePort()))
  const began = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=32', '--expose-gc', 'src/process/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '127.0.0.1',
      NODE_COMPILE_CACHE: '.cache/node',
      ...env,
    },
  })
  process.once('exit', () => child.kill('SIGINT')) // also when the benchmark fails
  await ready(port)
  const startedIn = performance.now() - began
  const found = await findEmbeddedPostgres(folder)
  const sql = connect(found!.url, { max: 8, application: 'bench' })
  if (env['WORKER'] !== 'off') await builtIndexes(sql)

  return {
    port,
    sql,
    databaseUrl: found!.url,
    dataDir: folder,
    startedIn,
    memory,
    cpu: () => processorTime(child.pid!),
    stop,
  }

  /** Resident memory of the Node process in MiB. */
  async function memory(): Promise<number> {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  async function stop({ keepData = false } = {}) {
    await sql.end()
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
    if (!keepData) await rm(folder, { recursive: true, force: true })
  }
}

/** Seconds of processor time that a process used so far. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.indexOf(') ') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

async function ready(port: number) {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await wait(5)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error('The service did not become ready')
}

/** The worker builds them after the start. An `analyze` meanwhile can deadlock with a build: each waits for the other's lock or snapshot. */
async function builtIndexes(sql: Db) {
  const text = await readFile('db/indexes.sql', 'utf8')
  const names = [...text.matchAll(/index concurrently (\w+) on/g)].map(([, name]) => name!)
  const built = () => sql`
    select from pg_index where indisvalid and indexrelid = any(select to_regclass(name) from unnest(${names}::text[]) as name)`
  while ((await built()).length < names.length) await wait(50)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
