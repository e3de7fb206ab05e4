import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const isLinux = process.platform === 'linux'

/** False for a zombie, which in a container may never be reaped. */
export function isAlive(pid: number): boolean {
  if (!isLinux) return sendSignal(pid, 0)
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (pid <= 0) return false // that would be our own process group
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The command lines of living processes by pid, arguments apart by a NUL (Linux) or a space. */
export async function commandLines(): Promise<Map<number, string>> {
  const lines = new Map<number, string>()
  if (isLinux) {
    for (const name of await readdir('/proc')) {
      if (/^\d+$/.test(name)) lines.set(Number(name), await commandLine(Number(name)))
    }
    return lines
  }
  for (const line of (await ps(['-axww', '-o', 'pid=,command='])).split('\n')) {
    const [, pid, command] = /^\s*(\d+) (.*)/.exec(line) ?? []
    if (pid && command) lines.set(Number(pid), command)
  }
  return lines
}

export async function commandLine(pid: number): Promise<string> {
  if (isLinux) return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return await ps(['-ww', '-o', 'command=', '-p', String(pid)])
}

const ps = (flags: string[]) =>
  promisify(execFile)('ps', flags, { maxBuffer: 64_000_000 }).then(
    ({ stdout }) => stdout,
    () => '',
  )
