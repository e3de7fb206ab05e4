import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, environment, pathFor } from './cluster.ts'
import { openLog } from './log.ts'
import { commandLine, commandLines, isAlive, sendSignal } from './processes.ts'
import { messageOf, StartError } from '../../errors/start-error.ts'

export const port = 5432
const MAX_RECOVERY_MS = 120_000

/** Adopts the server that runs in the folder or starts one, and waits until it accepts queries. @returns its pid */
export async function adoptOrStart(cluster: Cluster): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await adopt(cluster)) ?? (await launch(cluster))
    } catch (error) {
      // A killed server's shared memory is released when its last process has exited, an instant later.
      const isTransient = messageOf(error).includes('shared memory block')
      if (!isTransient || attempt === 40) throw error
      await sleep(100)
    }
  }
}

export async function runningServer(directory: string) {
  const server = await readPidFile(directory)
  if (!server || !isAlive(server.pid)) return null
  // The pid of a killed server may have been reused.
  return (await commandLine(server.pid)).includes(`cluster_name=${await clusterName(directory)}`)
    ? server
    : null
}

/** Stops the server: fast shutdown, then immediate, then SIGKILL. Resolves when it has exited. */
export async function stopProcess(pid: number) {
  if (await signalAndWait('SIGINT', pid, 8000)) return
  if (await signalAndWait('SIGQUIT', pid, 3000)) return
  await signalAndWait('SIGKILL', pid, 3000)
}

async function signalAndWait(signal: NodeJS.Signals, pid: number, ms: number): Promise<boolean> {
  sendSignal(pid, signal)
  for (const since = performance.now(); performance.now() - since < ms; await sleep(5)) {
    if (!isAlive(pid)) return true
  }
  return false
}

async function adopt(cluster: Cluster): Promise<number | null> {
  const server = await runningServer(cluster.directory)
  if (!server) return null

  const { pid, status } = server
  if (status === 'stopping') await stopProcess(pid)
  else if (!(await acceptsConnections(cluster.socketDirectory))) await signalAndWait('SIGKILL', pid, 3000)
  else if (await waitUntilReady(cluster, pid, () => !isAlive(pid))) return pid
  return null
}

async function launch(cluster: Cluster): Promise<number> {
  const name = await clusterName(cluster.directory)
  await cleanUpAfterCrash(cluster.directory, name)
  const log = await openLog(cluster.log)
  try {
    const server = await spawnServer(cluster, name, log.descriptor)
    const { pid = 0 } = server
    const hasEnded = () => server.exitCode !== null || server.signalCode !== null
    if (await waitUntilReady(cluster, pid, hasEnded)) return pid
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL can't be run: ${messageOf(error)}`)
  } finally {
    closeSync(log.descriptor)
  }
  // The log can't be written on a full disk.
  const { bavail } = await statfs(cluster.directory)
  const cause = bavail === 0 ? 'the disk is full' : await log.cause()
  throw new StartError(`The embedded PostgreSQL did not start: ${cause}`)
}

async function spawnServer({ binaries, account, directory, settings }: Cluster, name: string, log: number) {
  const flags = Object.entries({ ...settings, cluster_name: name }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const server = spawn(join(binaries, 'bin/postgres'), ['-D', pathFor(account, directory), ...flags], {
    ...account,
    cwd: directory,
    env: environment,
    // Its own session, so that a Ctrl-C in the terminal reaches the service alone, which stops it in order.
    detached: true,
    stdio: ['ignore', log, log],
  })
  await once(server, 'spawn')
  server.unref()
  return server
}

async function waitUntilReady(cluster: Cluster, pid: number, hasEnded: () => boolean): Promise<boolean> {
  for (const since = performance.now(); performance.now() - since < MAX_RECOVERY_MS; await sleep(4)) {
    const server = await readPidFile(cluster.directory)
    if (server?.pid === pid && server.status === 'ready') return true
    if (hasEnded()) return false
  }
  await stopProcess(pid)
  throw new StartError(`The embedded PostgreSQL was not ready after two minutes, see ${cluster.log}`)
}

/** The `cluster_name` in the titles of the server's processes: the folder's inode, which survives a rename. */
async function clusterName(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory)
  return `vitrina-${dev}-${ino}`
}

/** The file's first line is the pid, its eighth the state: starting, ready or stopping. */
async function readPidFile(directory: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 1 ? { pid, status: lines[7] ?? '' } : null
}

/** Sends an SSLRequest, to which even a server in recovery responds. */
async function acceptsConnections(socketDirectory: string): Promise<boolean> {
  const socket = connect(join(socketDirectory, `.s.PGSQL.${port}`))
  try {
    socket.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]))
    await once(socket, 'data', { signal: AbortSignal.timeout(3000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * After a SIGKILL, PostgreSQL does not start while the pid in postmaster.pid is alive, even as another program. So our pid is
 * written there, since PostgreSQL ignores its parent's. The file is kept because it also names the shared memory that must be
 * free; backends that still hold it are killed.
 */
async function cleanUpAfterCrash(directory: string, name: string) {
  await rm(join(directory, `.s.PGSQL.${port}.lock`), { force: true })
  const path = join(directory, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return

  for (const [pid, command] of await commandLines()) {
    if (command.startsWith(`postgres: ${name}: `)) sendSignal(pid, 'SIGKILL')
  }
  if (/^\s*\d+\n/.test(text)) await writeFile(path, text.replace(/^\s*\d+/, String(process.pid)))
  else await rm(path)
}
