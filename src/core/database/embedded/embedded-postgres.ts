import * as fs from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, directoryIn, prepareCluster, user } from './cluster.ts'
import { rotateLog, appendToLog } from './log.ts'
import { adoptOrStart, stopProcess, port, runningServer } from './process.ts'
import { touchSocketLink, findSocketDirectory, removeSocketLink } from './socket-directory.ts'
import { lockHolderPid, isFolderLocked, lockFolder } from './folder-lock.ts'
import { isAlive, sendSignal } from './processes.ts'
import { codeOf, ignore, messageOf, StartError } from '../../errors/start-error.ts'

export type EmbeddedPostgres = {
  /** For `connect`, in this process or another of the same user. */
  url: string
  stop(): Promise<void>
}

const READ_WRITE_SEARCH = fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK

// For a small service on a small machine. No parallel queries: they need more of /dev/shm than a container has.
const defaults = {
  listen_addresses: '',
  unix_socket_directories: '.',
  port: String(port),
  max_connections: '100',
  shared_buffers: '128MB',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  wal_level: 'replica', // what a backup of a running server needs
  max_wal_senders: '0',
  log_checkpoints: 'off',
  max_wal_size: '256MB', // replayed after a crash: in seconds, where the default takes 15
  checkpoint_timeout: '15min',
  autovacuum_naptime: '10s', // so that a new shop's tables are analysed soon
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement texts and conflicting rows hold personal data; the service logs its own errors.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Runs PostgreSQL in `dataDir` until `stop`, and restarts it whenever it exits. A server that is still running from a killed
 * service is adopted. `settings` are those of postgresql.conf.
 * @throws StartError (a one-line English sentence for the operator)
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  settings?: Record<string, string>
  /** Gets a line for each step, once the folder can be used. */
  onStep?: (text: string) => void
}): Promise<EmbeddedPostgres> {
  try {
    return await start({ ...options, settings: { ...defaults, ...options.settings } })
  } catch (error) {
    throw error instanceof StartError ? error : toStartError(error, options.dataDir)
  }
}

export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return await fs.access(directoryIn(dataDir)).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  )
}

/** The running server of this folder, if a service is running there, else null. */
export async function findEmbeddedPostgres(dataDir: string): Promise<{ url: string } | null> {
  const folder = await fs.access(dataDir, READ_WRITE_SEARCH).then(
    () => fs.realpath(dataDir),
    () => null,
  )
  if (!folder || !isFolderLocked(folder)) return null
  const directory = directoryIn(folder)
  // The service or its server may still be starting.
  for (const since = performance.now(); performance.now() - since < 10_000; await sleep(50)) {
    const socketDirectory = await findSocketDirectory(folder, directory)
    const isReady = (await runningServer(directory))?.status === 'ready'
    if (socketDirectory && isReady) return { url: urlOf(socketDirectory) }
    if (!isFolderLocked(folder)) return null
  }
  return null
}

type Options = {
  dataDir: string
  settings: Record<string, string>
  onStep?: (text: string) => void
}

async function start({ dataDir, settings, onStep = () => {} }: Options): Promise<EmbeddedPostgres> {
  const folder = await openDataFolder(dataDir)
  const lock = requireLock(folder, dataDir)
  try {
    await removeUnusedSocketLink(folder)
    onStep(`${(await hasEmbeddedPostgres(folder)) ? 'Starting the' : 'Creating a'} database in ${dataDir}`)
    const cluster = await prepareCluster(folder, settings)
    const stopServer = supervise(cluster, folder, await adoptOrStart(cluster))
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= stopServer().finally(() => lock.release()))
    return { url: urlOf(cluster.socketDirectory), stop }
  } catch (error) {
    await removeUnusedSocketLink(folder)
    lock.release()
    throw error
  }
}

/** Locks the folder for this process. @throws StartError while another process has the lock */
export function requireLock(folder: string, dataDir: string) {
  const lock = lockFolder(folder)
  if (lock) return lock
  const pid = lockHolderPid(folder)
  const service = pid === null ? 'another running service' : `another running service (pid ${pid})`
  throw new StartError(`DATA_DIR: the data folder ${dataDir} is in use by ${service}`)
}

/** The link to the socket is removed once no server uses it. */
async function removeUnusedSocketLink(folder: string) {
  if (!(await runningServer(directoryIn(folder)))) await removeSocketLink(folder)
}

export async function openDataFolder(dataDir: string): Promise<string> {
  await fs.mkdir(dirname(resolve(dataDir)), { recursive: true, mode: 0o700 })
  await fs.mkdir(dataDir, { mode: 0o700 }).catch(ignore('EEXIST'))
  await fs.readdir(dataDir)
  await fs.access(dataDir, READ_WRITE_SEARCH)
  return await fs.realpath(dataDir)
}

/** Restarts the server whenever it exits, with exponential backoff. @returns the function that stops both */
function supervise(cluster: Cluster, folder: string, pid: number): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const atExit = () => sendSignal(pid, 'SIGINT')
  process.once('exit', atExit)
  const linkTimer = setInterval(() => void touchSocketLink(folder).catch(() => {}), 24 * 3600_000).unref()
  const logTimer = setInterval(() => void rotateLog(cluster.log).catch(() => {}), 5 * 60_000).unref()

  const watching = (async () => {
    for (let failures = 0; !signal.aborted;) {
      const since = performance.now()
      while (isAlive(pid) && !signal.aborted) await pause(100, signal)
      failures = performance.now() - since > 10_000 ? 0 : failures + 1
      if (failures > 1) await pause(Math.min(30_000, 50 * 2 ** failures), signal)
      if (signal.aborted) return
      pid = 0
      try {
        await appendToLog(cluster.log, 'the server has ended unexpectedly, starting it again')
        pid = await adoptOrStart(cluster)
      } catch (error) {
        await appendToLog(cluster.log, messageOf(error))
      }
    }
  })()

  return async () => {
    stopping.abort()
    await watching
    await stopProcess(pid)
    process.off('exit', atExit)
    clearInterval(linkTimer)
    clearInterval(logTimer)
    await removeSocketLink(folder)
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { ref: false, signal }).catch(() => {})

const urlOf = (socketDirectory: string) =>
  `postgres://${user}@${encodeURIComponent(socketDirectory)}:${port}/postgres`

function toStartError(error: unknown, dataDir: string): StartError {
  const reasons: Record<string, string> = {
    EACCES: 'is not writable for this user',
    EPERM: 'is not writable for this user',
    EROFS: 'is on a read-only file system',
    ENOSPC: 'is on a full disk',
    EDQUOT: 'is on a full disk',
    ENOTDIR: 'is not a folder',
    EEXIST: 'is not a folder',
  }
  return new StartError(
    `DATA_DIR: the data folder ${dataDir} ${reasons[codeOf(error)] ?? `can't be used: ${messageOf(error)}`}`,
  )
}
