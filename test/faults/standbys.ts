import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { globSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { connect } from '../../src/core/database/db.ts'
import { codeOf } from '../../src/core/errors/start-error.ts'
import { freePort } from '../process.ts'
import { waitFor } from '../wait-for.ts'

/** Where Debian's PostgreSQL has its programs; undefined where it is not installed. */
export const binaries = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

type Account = { uid: number; gid: number }
export type Server = Awaited<ReturnType<typeof startServers>>[number]

const NAMES = ['one', 'two', 'three']

/**
 * A primary and two standbys on this machine's loopback; a commit waits for any one of the two. All begin as copies of one
 * cluster. They end with the test file.
 */
export async function startServers() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-standbys-'))
  const account = accountToRunAs()
  if (account) await chown(folder, account.uid, account.gid)
  const origin = join(folder, NAMES[0]!)
  const flags = ['-D', origin, '-U', 'vitrina', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(binaries!, 'initdb'), flags, { ...account, cwd: folder, stdio: 'pipe' })
  const servers = await Promise.all(NAMES.map((name) => aServer(name, join(folder, name), account)))
  for (const { directory } of servers.slice(1)) await copyCluster(origin, directory, account)
  after(async () => {
    for (const server of servers) server.kill()
    await Promise.all(servers.map(({ sql }) => sql.end({ timeout: 0 })))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  await servers[0]!.start()
  for (const standby of servers.slice(1)) await standby.follow(servers[0]!)
  await waitFor(async () => (await servers[0]!.followers()) === 2)
  return servers
}

async function aServer(name: string, directory: string, account: Account | undefined) {
  const port = await freePort()
  const sql = connect(`postgres://vitrina@127.0.0.1:${port}/postgres`, { max: 2 })
  let child: ChildProcess | null = null

  async function start() {
    const log = openSync(`${directory}.log`, 'a')
    const args = Object.entries(settingsOf(name, port)).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    child = spawn(join(binaries!, 'postgres'), ['-D', directory, ...args], {
      ...account,
      cwd: directory,
      stdio: ['ignore', log, log],
    })
    await waitFor(async () => {
      if (child?.exitCode != null) throw new Error(readFileSync(`${directory}.log`, 'utf8'))
      return (await sql`select 1`.catch(() => [])).length === 1
    })
  }

  /** Kills all of its processes at once, as the loss of the machine would. */
  function kill() {
    const pid = child?.pid
    if (!pid) return
    const all = [pid, ...childrenOf(pid)]
    child = null
    for (const each of all) killIfRunning(each)
  }

  /** Starts it as a standby of another, or makes it one of that while it runs. */
  async function follow(primary: { port: number }) {
    const address = `host=127.0.0.1 port=${primary.port} user=vitrina`
    if (child) {
      await sql.unsafe(`alter system set primary_conninfo = '${address}'`)
      await sql`select pg_reload_conf()`
      return
    }
    await writeFile(join(directory, 'standby.signal'), '')
    await writeFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`)
    await start()
  }

  /** How many standbys stream from this server as synchronous candidates. */
  async function followers() {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) as count from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`
    return count
  }

  async function receivedLsn(): Promise<bigint> {
    const [{ at }] = await sql<[{ at: string }]>`
      select (pg_last_wal_receive_lsn() - '0/0')::text as at`
    return BigInt(at)
  }

  return { name, port, directory, sql, start, kill, follow, followers, receivedLsn }
}

const settingsOf = (name: string, port: number) => ({
  port,
  cluster_name: name,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  synchronous_standby_names: `ANY 1 (${NAMES.join(', ')})`,
  wal_keep_size: '256MB',
  wal_retrieve_retry_interval: '200ms',
  shared_buffers: '32MB',
  fsync: 'off', // the machine stays up
})

async function copyCluster(from: string, to: string, account: Account | undefined) {
  await mkdir(to, { mode: 0o700 })
  await cp(from, to, { recursive: true })
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, to])
}

/** PostgreSQL refuses to run as root. */
function accountToRunAs(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line =
    users.find((user) => user.startsWith('postgres:')) ?? users.find((user) => user.startsWith('nobody:'))
  const [, , uid, gid] = line!.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A server's processes end by themselves once its first one is gone. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent
    } catch {
      return false // it has ended since
    }
  })
}
