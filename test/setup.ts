import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/core/database/migrate.ts'
import { migratePartitioned } from './partitioned.ts'
import { joinServers, leaveAlone, onEach } from './servers.ts'

/** More than the databases of all tests that run at a time, and the server's log of changes. */
const MIN_MEMORY_FOLDER_BYTES = 2 * 1024 ** 3

let stop = async () => {}

/** Once before all test files: a server, and on it a migrated database that each file copies. */
export async function globalSetup() {
  // The runner swallows what is thrown here, and would end well without having run a test.
  await prepare().catch((error: unknown) => {
    console.error('The test database could not be prepared:', error)
    process.exit(1)
  })
}

async function prepare() {
  const servers = process.env['TEST_CITUS']?.split(' ') ?? [
    process.env['TEST_DATABASE_URL'] ?? (await startServer()),
  ]
  const template = `vitrina_template_${process.pid}`
  await onEach(servers, (server) => server.unsafe(`create database ${template}`))
  if (process.env['TEST_CITUS']) await joinServers(servers.map((url) => withDatabase(url, template)))
  const sql = connect(withDatabase(servers[0]!, template), { max: 1 })
  if (process.env['TEST_PARTITIONED']) await migratePartitioned(sql)
  else await migrate(sql, new URL('../db/', import.meta.url))
  await sql.end()
  if (process.env['TEST_CITUS']) await onEach(servers, (server) => leaveAlone(server, template))
  process.env['VITRINA_TEST_SERVER'] = servers.join(' ')
  process.env['VITRINA_TEST_TEMPLATE'] = template

  const stopServer = stop
  stop = async () => {
    await onEach(servers, (server) => server.unsafe(`drop database if exists ${template} with (force)`))
    await stopServer()
  }
}

export async function globalTeardown() {
  await stop()
}

async function startServer(): Promise<string> {
  const dataDir = await mkdtemp(join(await temporaryFolder(), 'vitrina-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: '200',
    },
  })
  stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return server.url
}

/** Copying a database creates hundreds of files: in memory, where there is room, it takes a tenth of the processor time. */
async function temporaryFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  const free = memory ? memory.bavail * memory.bsize : 0
  return free > MIN_MEMORY_FOLDER_BYTES ? '/dev/shm' : tmpdir()
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
