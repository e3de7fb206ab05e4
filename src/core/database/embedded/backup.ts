import { createWriteStream, createReadStream } from 'node:fs'
import { open, readdir, stat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Db } from '../db.ts'
import { codeOf, messageOf, StartError } from '../../errors/start-error.ts'
import { packEntries, unpackEntries } from './archive.ts'
import { directoryIn } from './cluster.ts'
import { hasEmbeddedPostgres, openDataFolder, requireLock } from './embedded-postgres.ts'

type Session = Awaited<ReturnType<Db['reserve']>>

const CHUNK = 1024 * 1024

/** Data files, copied while they change, and the WAL written meanwhile, from which recovery makes the copy consistent. */
export async function writeBackup(sql: Db, directory: string, file: string): Promise<void> {
  const session = await sql.reserve()
  const slot = `backup_${process.pid}`
  try {
    await session`select set_config('statement_timeout', '0', false)`
    // A temporary replication slot keeps the WAL from being recycled until it is copied; it ends with the session.
    await session`select pg_create_physical_replication_slot(${slot}, true, true)`
    const compression = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const target = createWriteStream(file, { mode: 0o600, flush: true })
    await pipeline(packEntries(entriesOf(session, directory)), compression, target)
    await session`select pg_drop_replication_slot(${slot})`
  } finally {
    session.release()
  }
}

/** PostgreSQL requires this order: its control file after all others, and the WAL after the end of the backup. */
async function* entriesOf(session: Session, directory: string) {
  await session`select pg_backup_start('vitrina', true)`
  yield* entriesIn(directory, '')
  yield* fileEntry(directory, CONTROL_FILE)
  const [end] = await session<[{ labelfile: string; lastSegment: string }]>`
    select labelfile, pg_walfile_name(lsn) as last_segment from pg_backup_stop(false)`
  const label = Buffer.from(end.labelfile)
  yield { path: 'backup_label', size: label.length, body: oneChunk(label) }
  const [, firstSegment = ''] = /^START WAL LOCATION: .* \(file (\w+)\)/m.exec(end.labelfile) ?? []
  for (const name of (await readdir(join(directory, 'pg_wal'))).toSorted()) {
    const at = walPosition(name)
    const isNeeded = isSegment(name) && at >= walPosition(firstSegment) && at <= walPosition(end.lastSegment)
    if (isNeeded || name.endsWith('.history')) yield* fileEntry(directory, `pg_wal/${name}`)
  }
}

const CONTROL_FILE = 'global/pg_control'
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
/** A segment's position in the WAL; its first eight digits are the timeline. */
const walPosition = (segment: string) => segment.slice(8)

/** Excludes files of the running processes, and those that each start creates. */
const isExcluded = (path: string) =>
  path === CONTROL_FILE ||
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|backup_label.*|tablespace_map.*)$/.test(path) ||
  /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//.test(path) ||
  /(^|\/)(pgsql_tmp|pg_internal\.init)/.test(path)

/** Folders before their contents. Files that vanish before they are read were deleted since, which the WAL records. */
async function* entriesIn(directory: string, folder: string): AsyncGenerator<Entry> {
  const found = await readdir(join(directory, folder), { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of found ?? []) {
    const path = join(folder, entry.name)
    if (isExcluded(path)) continue
    if (entry.isDirectory()) {
      yield { path, size: 0, body: null }
      yield* entriesIn(directory, path)
    } else if (entry.isFile()) yield* fileEntry(directory, path)
  }
}

type Entry = { path: string; size: number; body: AsyncGenerator<Buffer> | null }

async function* fileEntry(directory: string, path: string): AsyncGenerator<Entry> {
  const name = join(directory, path)
  const found = await stat(name).catch(ignoreMissing)
  if (found) yield { path, size: found.size, body: bytesOf(name, found.size) }
}

/** Exactly `size` bytes, as the archive's header says: a file that was truncated since is padded with zeros, as pg_basebackup does. */
async function* bytesOf(name: string, size: number) {
  const handle = await open(name).catch(ignoreMissing)
  try {
    for (let left = size; left > 0;) {
      const { bytesRead, buffer } = (await handle?.read(Buffer.allocUnsafe(Math.min(left, CHUNK)))) ?? {}
      const chunk = bytesRead ? buffer!.subarray(0, bytesRead) : Buffer.alloc(Math.min(left, CHUNK))
      left -= chunk.length
      yield chunk
    }
  } finally {
    await handle?.close()
  }
}

async function* oneChunk(bytes: Buffer) {
  yield bytes
}

function ignoreMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** The next start recovers from its WAL. @throws StartError where there is a database, a service runs, or the file is incomplete */
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
