import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { messageOf, StartError } from '../../errors/start-error.ts'
import { unpackEntries } from './archive.ts'
import { directoryIn } from './cluster.ts'
import { hasEmbeddedPostgres, openDataFolder, requireLock } from './embedded-postgres.ts'

/**
 * Unpacks a backup into a data folder that has no database. The next start recovers from its WAL.
 * @throws StartError where there is a database, a service runs, or the file is not a complete backup
 */
export async function restoreBackup(dataDir: string, file: string): Promise<void> {
  const folder = await openDataFolder(dataDir)
  const lock = requireLock(folder, dataDir)
  try {
    const directory = directoryIn(folder)
    if (await hasEmbeddedPostgres(folder))
      throw new StartError(`DATA_DIR: ${dataDir} already contains a database: move ${directory} away first`)
    const draft = await mkdtemp(`${directory}.new-`)
    try {
      await unpack(file, draft)
      await rename(draft, directory)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw new StartError(`${file} is not a complete backup: ${messageOf(error)}`)
    }
  } finally {
    lock.release()
  }
}

async function unpack(file: string, directory: string) {
  await pipeline(createReadStream(file), createZstdDecompress(), (source: AsyncIterable<Buffer>) =>
    unpackEntries(source, async ({ path, body }) => {
      if (!isInside(path)) throw new Error(`it names ${path}`)
      const target = join(directory, path)
      if (body) await pipeline(body, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
      else await mkdir(target, { mode: 0o700 })
    }),
  )
}

const isInside = (path: string) => path.split('/').every((name) => /^[\w.-]+$/.test(name) && name !== '..')
