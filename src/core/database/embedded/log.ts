import { fchownSync, openSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'
import { causeIn } from './cluster.ts'

const largestLog = 5_000_000

export async function openLog(path: string) {
  await rotateLog(path).catch(() => {}) // a first start has none
  const { size: start } = await fs.stat(path).catch(() => ({ size: 0 }))
  const descriptor = openSync(path, 'a', 0o600)
  const { uid, gid } = await fs.stat(dirname(path))
  if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid)
  return {
    descriptor,
    cause: async () => causeIn((await fs.readFile(path)).subarray(start).toString()),
  }
}

/** Rotates the log where it is large. A running server goes on writing to the same file, truncated. */
export async function rotateLog(path: string) {
  const { size } = await fs.stat(path)
  if (size <= largestLog) return
  await fs.copyFile(path, `${path}.old`)
  await fs.truncate(path)
}

/** Ignores errors such as a full disk: the log is not worth a failure. */
export async function appendToLog(path: string, text: string) {
  await fs.appendFile(path, `${new Date().toISOString()} supervisor: ${text}\n`).catch(() => {})
}
