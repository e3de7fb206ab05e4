import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../core/start-error.ts'

export type Files = ReturnType<typeof keptFiles>

/** Files that are made once and kept on disk. The folder may be emptied at any time: what is missing is made again. */
export function keptFiles(folder: string) {
  const making = new Map<string, Promise<Buffer>>()

  /** The file of that name; the first who asks makes it, the others wait. */
  return function kept(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const under = making.get(name)
    if (under) return under
    const made = readOrMake(name, make).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  async function readOrMake(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(folder, name.slice(0, 2), name)
    try {
      return await readFile(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    const body = await make()
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true })
    await writeFile(unfinished, body)
    await rename(unfinished, path) // another process sees all of it or nothing
    return body
  }
}
