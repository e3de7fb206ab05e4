import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

/** `npm start` in a separate process, which is killed when the test file ends. */
export function startProcess(
  env: Record<string, string>,
  script = 'src/process/main.ts',
  ...options: string[]
) {
  const child = spawn(process.execPath, [script, ...options], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: '.cache/node',
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  after(() => child.kill('SIGKILL'))

  return {
    child,
    /** Everything that it printed so far. */
    output: () => output,
    /** Its exit status. */
    exited: async () => (await exit)[0],
    stop: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      return (await exit)[0]
    },
  }
}

/** Starts processes on one database, with a data folder that is removed when the test file ends. */
export async function processesOn(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-process-'))
  after(() => rm(folder, { recursive: true, force: true }))

  async function onFreePort(env: Record<string, string> = {}) {
    const port = await freePort()
    const settings = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: folder }
    const started = startProcess({ ...settings, ...env })
    return { ...started, port, url: `http://127.0.0.1:${port}` }
  }

  return { folder, onFreePort }
}

/** Waits until `url` answers with the status. */
export async function waitForStatus(url: string, status = 200, timeout = 100_000): Promise<Response> {
  for (const deadline = performance.now() + timeout; ; await wait(25)) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => null)
    if (response?.status === status) return response
    if (performance.now() > deadline)
      throw new Error(`${url} did not answer ${status}, but ${response?.status}`)
  }
}

let given = 0

/**
 * A port that nobody listens on. It is below those that the system chooses itself, for connections and for servers without a
 * number, so that it stays free until it is used; and each process of tests has a hundred of its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + (process.pid % 200) * 100 + (given++ % 100)
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
