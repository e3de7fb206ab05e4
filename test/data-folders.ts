import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect as connectTo, type Db } from '../src/core/database/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/core/database/embedded/embedded-postgres.ts'
import { commandLines, isAlive, sendSignal } from '../src/core/database/embedded/processes.ts'
import { StartError } from '../src/core/errors/start-error.ts'

export const isRoot = process.getuid?.() === 0

export const core = join(import.meta.dirname, '../src/core')

export function sentence(pattern: RegExp) {
  return (error: Error) => {
    assert.ok(error instanceof StartError, error.stack)
    assert.match(error.message, pattern)
    assert.doesNotMatch(error.message, /\n/)
    return true
  }
}

const stacks = new WeakMap<TestContext, AsyncDisposableStack>()

/** The last first: what runs in a folder is ended before the folder is removed. */
export function afterwards(t: TestContext, task: () => unknown) {
  let stack = stacks.get(t)
  if (!stack) {
    const fresh = new AsyncDisposableStack()
    t.after(() => fresh.disposeAsync())
    stacks.set(t, (stack = fresh))
  }
  stack.defer(async () => void (await task()))
}

export async function aFolder(t: TestContext) {
  const parent = await fs.mkdtemp(join(tmpdir(), 'embedded-test-'))
  afterwards(t, () => fs.rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  return join(parent, 'data')
}

/** For what does not need a folder of its own: whatever happened to it, the next start just uses it. */
export async function aUsedFolder() {
  const dataDir = join(await fs.mkdtemp(join(tmpdir(), 'embedded-test-')), 'data')
  await (await startEmbeddedPostgres({ dataDir })).stop()
  after(() => fs.rm(dirname(dataDir), { recursive: true, force: true }))
  return dataDir
}

/** A copy of a used folder, made in a tenth of the time of a new one. */
export async function aCopy(t: TestContext, used: string, path = '') {
  const dataDir = join(await aFolder(t), path)
  await copyOf(used, dataDir)
  return dataDir
}

export async function copyOf(dataDir: string, copy: string) {
  await fs.mkdir(dirname(copy), { recursive: true })
  await promisify(execFile)('cp', ['-a', dataDir, copy])
}

export const connect = (url: string) => {
  const sql = connectTo(url, { max: 1 })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end({ timeout: 0 }) })
}

export async function insertOrder(sql: Db) {
  await sql`drop table if exists orders`
  await sql`create table orders as select 7 as number`
}

export async function start(t: TestContext, dataDir: string, settings?: Record<string, string>) {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterwards(t, () => server.stop())
  const sql = connect(server.url)
  afterwards(t, () => sql.end({ timeout: 0 }))
  return { ...server, sql }
}

/** A service in its own process and process group, as a terminal starts it. */
export async function aService(t: TestContext, dataDir: string, folder = core) {
  const service = run(t, folder, dataDir)
  const [line] = await once(service.stdout.setEncoding('utf8'), 'data')
  const server: EmbeddedPostgres = JSON.parse(line)
  assert.ok(server.url, line)
  return { ...server, process: service }
}

export function run(t: TestContext, folder: string, dataDir: string) {
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

export async function kill(...targets: (ChildProcess | number)[]) {
  for (const target of targets) sendSignal(typeof target === 'number' ? target : (target.pid ?? 0), 'SIGKILL')
  for (const target of targets) {
    while (typeof target === 'number' ? isAlive(target) : !hasEnded(target)) await sleep(5)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export async function serverOf(dataDir: string): Promise<number> {
  const file = await fs.readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0])
}

export async function replacePid(dataDir: string, pid = 0) {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(dataDir, 'postgres', name)
    await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace(/^\d+/, String(pid)))
  }
}

export async function processesOf(dataDir: string) {
  const { dev, ino } = await fs.stat(join(dataDir, 'postgres'))
  return [...(await commandLines()).values()].filter((command) => command.includes(`vitrina-${dev}-${ino}`))
}

export const commandOf = async (pid: number) => (await commandLines()).get(pid) ?? ''

export async function draftsIn(dataDir: string) {
  return (await fs.readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.new-'))
}

export async function untilAnswered<Row>(ask: () => PromiseLike<Iterable<Row>>): Promise<Row[]> {
  for (const since = performance.now(); ; await sleep(20)) {
    try {
      return [...(await ask())]
    } catch (error) {
      if (performance.now() - since > 60_000) throw error
    }
  }
}

export const exists = (path: string) =>
  fs.stat(path).then(
    () => true,
    () => false,
  )

export async function aCopyOfTheService(t: TestContext) {
  const app = await aFolder(t)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  await fs.cp(core, join(app, 'src/core'), { recursive: true })
  await fs.cp(binaries, join(app, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  await fs.writeFile(join(app, 'package.json'), '{ "type": "module" }')
  return app
}
