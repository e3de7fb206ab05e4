import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { ignore } from '../../errors/start-error.ts'

// The path of a socket has at most 103 bytes on macOS and 107 on Linux, and `/,:5432/.s.PGSQL.5432` follows.
const MAX_SOCKET_DIRECTORY = 80

const prefix = 'vitrina-postgres-'
const parents = [tmpdir(), '/tmp'].filter((path) => Buffer.byteLength(path) < MAX_SOCKET_DIRECTORY - 30)
const linkFileIn = (folder: string) => join(folder, 'postgres.name')

/** A path of the directory that is short enough for a socket: a symbolic link, whose path is written to the data folder. */
export async function createSocketDirectory(
  folder: string,
  directory: string,
  account?: Account,
): Promise<string> {
  const known = await findSocketDirectory(folder, directory)
  if (known) return known

  const temporary = await fs.mkdtemp(join(parents[0] ?? '/tmp', prefix))
  if (account) await fs.chown(temporary, account.uid, account.gid)
  const name = join(temporary, 'pg')
  await fs.writeFile(linkFileIn(folder), name)
  await fs.symlink(directory, name)
  return name
}

/** The name of the link that was created, or the folder's own; null where a link is missing. */
export async function findSocketDirectory(folder: string, directory: string): Promise<string | null> {
  if (Buffer.byteLength(directory) <= MAX_SOCKET_DIRECTORY) return directory
  return await readLinkPath(folder)
}

/** Touches the link: cleaners of temporary folders delete files that were not used for some days. */
export async function touchSocketLink(folder: string) {
  const name = await readLinkPath(folder)
  const now = new Date()
  if (name) await fs.lutimes(name, now, now).catch(ignore('ENOENT'))
}

export async function removeSocketLink(folder: string) {
  const name = await readLinkPath(folder)
  if (name) await fs.rm(dirname(name), { recursive: true, force: true })
  await fs.rm(linkFileIn(folder), { force: true })
}

/** Null unless the file names a folder such as we create: that folder is deleted recursively, perhaps as root. */
async function readLinkPath(folder: string): Promise<string | null> {
  const name = await fs.readFile(linkFileIn(folder), 'utf8').catch(() => '')
  const temporary = dirname(name)
  if (!parents.includes(dirname(temporary)) || !basename(temporary).startsWith(prefix)) return null
  const found = await fs.lstat(temporary).catch(() => null)
  return found?.isDirectory() ? name : null
}
