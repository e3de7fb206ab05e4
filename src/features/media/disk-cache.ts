import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count } from '../../core/metrics/metrics.ts'
import { codeOf } from '../../core/errors/start-error.ts'

export type DiskCache = ReturnType<typeof diskCache>

const GiB = 2 ** 30

/** At most `max` bytes, the least recently used are deleted. The folder may be emptied at any time. */
export function diskCache(folder: string, max = 2 * GiB) {
  const making = new Map<string, Promise<Buffer>>()
  let unpruned = max // so that the first write prunes: the size of the folder is unknown

  /** The file of that name; concurrent callers share one call of `make`. */
  return function cached(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const pending = making.get(name)
    if (pending) return pending
    const made = readOrCreate(name, make).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  async function readOrCreate(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(folder, name.slice(0, 2), name)
    try {
      const body = await readFile(path)
      await utimes(path, new Date(), new Date()).catch(() => {}) // its last use; it may have been pruned meanwhile
      // A power failure may leave empty files.
      if (body.length > 0) {
        count('cache', { cache: 'pictures', result: 'hit' })
        return body
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    count('cache', { cache: 'pictures', result: 'miss' })
    const body = await make()
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true })
    await writeFile(unfinished, body)
    await rename(unfinished, path) // another process sees all of it or nothing
    unpruned += body.length
    if (unpruned > max / 16) {
      unpruned = 0
      await prune(folder, max)
    }
    return body
  }
}

async function prune(folder: string, max: number) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => sizeOf(join(entry.parentPath, entry.name))),
  )
  let total = 0
  for (const { path, size } of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
    total += size
    if (total > max * 0.9) await rm(path, { force: true })
  }
}

/** 0 for a file that was deleted. */
async function sizeOf(path: string) {
  const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
  return { path, size, usedAt: mtimeMs }
}
