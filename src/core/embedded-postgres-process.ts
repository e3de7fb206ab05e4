import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, environment, pathFor } from './embedded-postgres-cluster.ts'
import { openLog } from './embedded-postgres-log.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

export const port = 5432
const longestRecovery = 120_000

/** Adopts the server that runs in the folder or starts one, and waits until it takes queries. Gives its pid. */
export async function bringUp(cluster: Cluster): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await adopt(cluster)) ?? (await launch(cluster))
    } catch (error) {
      // Left by a killed server: its processes see that it is gone within an instant, and free its memory.
      const passing = /lock file|shared memory block/.test(messageOf(error))
      if (!passing || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** The pid of the folder's server, when it takes queries now. */
export async function readyServer(cluster: Pick<Cluster, 'directory' | 'socketDirectory'>) {
  const server = await runningServer(cluster.directory)
  if (server?.status !== 'ready' || !(await answers(cluster.socketDirectory))) return null
  return server.pid
}

async function adopt(cluster: Cluster): Promise<number | null> {
  const server = await runningServer(cluster.directory)
  if (!server) return null

  const { pid } = server
  if (server.status !== 'stopping' && (await answers(cluster.socketDirectory))) {
    await untilReady(cluster, pid, () => !isAlive(pid))
    return pid
  }
  await end(pid)
  return null
}

async function launch(cluster: Cluster): Promise<number> {
  await clearStaleFiles(cluster.directory)
  const log = await openLog(cluster.log)
  const settings = { ...cluster.settings, 'vitrina.folder': cluster.directory }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Its own session, so that a Ctrl-C in the terminal reaches the service alone, which stops it in order.
  const server = spawn(
    join(cluster.binaries, 'bin/postgres'),
    ['-D', pathFor(cluster.account, cluster.directory), ...flags],
    {
      ...cluster.account,
      cwd: cluster.directory,
      env: environment,
      detached: true,
      stdio: ['ignore', log.descriptor, log.descriptor],
    },
  )
  closeSync(log.descriptor)
  try {
    await once(server, 'spawn')
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL can't be run: ${messageOf(error)}`)
  }
  server.unref()

  const { pid = 0 } = server
  try {
    await untilReady(cluster, pid, () => server.exitCode !== null || server.signalCode !== null)
  } catch (error) {
    if (isAlive(pid)) throw error
    throw new StartError(`The embedded PostgreSQL did not start: ${await log.cause()}`)
  }
  return pid
}

async function untilReady(cluster: Cluster, pid: number, hasEnded: () => boolean) {
  const started = performance.now()
  while (performance.now() - started < longestRecovery) {
    const server = await readPidFile(cluster.directory)
    if (server?.pid === pid && server.status === 'ready') return
    if (hasEnded()) throw new StartError(`The embedded PostgreSQL has ended, see ${cluster.log}`)
    await sleep(4)
  }
  await end(pid)
  throw new StartError(`The embedded PostgreSQL was not ready after two minutes, see ${cluster.log}`)
}

/** Ends the server in order, by force where it does not. Resolves when it is gone. */
export async function end(pid: number) {
  for (const [signal, patience] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 4000],
    ['SIGKILL', 4000],
  ] as const) {
    signalTo(pid, signal)
    for (const since = performance.now(); performance.now() - since < patience; await sleep(5)) {
      if (!isAlive(pid)) return
    }
  }
}

export function signalTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** A zombie, which nobody may ever reap in a container, does not live. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return process.platform !== 'linux'
  }
}

/** The process that serves the folder, whatever its state. */
export async function runningServer(directory: string) {
  const server = await readPidFile(directory)
  if (!server || !isAlive(server.pid)) return null
  // The pid of a killed server may be any process by now.
  return (await commandOf(server.pid)).includes(`vitrina.folder=${directory}`) ? server : null
}

/** The file's first line is the pid, its eighth the state: starting, ready or stopping. */
async function readPidFile(directory: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 1 ? { pid, status: lines[7] ?? '' } : null
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return line.split('\0')
  }
  const ps = spawn('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const line = (await ps.stdout.setEncoding('utf8').toArray()).join('').trim()
  return line.split(' -c ')
}

/** Asks whether it would speak TLS: even a server that is still recovering answers that. */
async function answers(socketDirectory: string): Promise<boolean> {
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
 * PostgreSQL refuses to start while the pid of its old lock files lives, whatever process that is by now. The
 * file stays, with our pid (it ignores its parent's): it also names the shared memory that must be free.
 */
async function clearStaleFiles(directory: string) {
  await rm(join(directory, `.s.PGSQL.${port}.lock`), { force: true })
  const path = join(directory, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  if (/^\s*\d+\n/.test(text)) await writeFile(path, text.replace(/^\s*\d+/, String(process.pid)))
  else await rm(path)
}
