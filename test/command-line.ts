import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../src/doors/cli/run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs the operator's command line; `env` names the database or the data folder. A process takes most of a second to start:
 * a command on a database is run in this one; a data folder is held by a process, so that one gets its own.
 */
export async function commandLine(env: Record<string, string>, ...args: string[]) {
  if (!env['DATABASE_URL']) return commandLineWithInput('', env, ...args)
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const output = {
    stdout: { write: (text: string) => stdout.push(text) },
    stderr: { write: (text: string) => stderr.push(text) },
  }
  const status = await runCommandLine(args, output, env)
  return { status, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Runs the command line in a separate process, with `input` on its standard input. */
export async function commandLineWithInput(input: string, env: Record<string, string>, ...args: string[]) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, ['src/process/cli.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => {}) // it may end without having read any
  child.stdin.end(input)
  const [stdout, stderr, status] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { status, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** The one JSON object that a command prints with `--json`. @throws when it fails */
// oxlint-disable-next-line typescript/no-explicit-any
export async function operate(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await commandLine(env, ...args, '--json')
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}
