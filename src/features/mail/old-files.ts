import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignore } from '../../core/errors/start-error.ts'

const MAX_AGE = 30 * 24 * 3600_000
const MAX_FILES = 5_000

export async function removeOldMailFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => (ignore('ENOENT')(error), []))
  const files = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  )
  const oldest = Date.now() - MAX_AGE
  const newestFirst = files.toSorted((a, b) => b.time - a.time)
  for (const [place, { name, time }] of newestFirst.entries()) {
    if (place >= MAX_FILES || time < oldest) await rm(join(folder, name), { force: true })
  }
}
