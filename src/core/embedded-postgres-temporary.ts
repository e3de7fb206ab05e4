import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account, chownTree } from './embedded-postgres-account.ts'
import { codeOf, ignore, StartError } from './start-error.ts'

// 103 bytes on macOS, 107 on Linux, less the `/,:5432/.s.PGSQL.5432` that follows.
const longestName = 80

const prefix = 'vitrina-postgres-'
const noteIn = (folder: string) => join(folder, 'postgres.temporary')
const bases = [tmpdir(), '/tmp'].filter((path) => Buffer.byteLength(path) < longestName - 30)

/** A name of the directory that fits into the address of a socket. */
export async function shortName(folder: string, directory: string, account?: Account): Promise<string> {
  if (Buffer.byteLength(directory) <= longestName) return directory
  const name = join(await temporaryFolder(folder, account), 'pg')
  await fs.symlink(directory, name).catch(ignore('EEXIST'))
  return name
}

/** The name that `shortName` gave before, without making one. */
export async function knownShortName(folder: string, directory: string): Promise<string | null> {
  if (Buffer.byteLength(directory) <= longestName) return directory
  const temporary = await remembered(folder)
  return temporary && join(temporary, 'pg')
}

/** The binaries where the account can run them: in place, or as a copy when it can't reach them. */
export async function reachableBinaries(
  folder: string,
  binaries: string,
  account?: Account,
): Promise<string> {
  if (!account || failure(binaries, account) === null) return binaries
  const temporary = await temporaryFolder(folder, account)
  const copy = join(temporary, 'native')
  if (await exists(copy)) return copy

  const draft = await fs.mkdtemp(join(temporary, 'draft-'))
  await fs.cp(binaries, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  await chownTree(draft, account)
  await fs.rename(draft, copy)
  const reason = failure(copy, account)
  if (reason !== null)
    throw new StartError(`PostgreSQL can't be run from ${copy} (${reason}): set TMPDIR to another folder`)
  return copy
}

/** Cleaners of temporary folders take what was not used for some days. */
export async function keepTemporaryFolder(folder: string) {
  const temporary = await remembered(folder)
  if (!temporary) return
  const now = new Date()
  for (const name of await fs.readdir(temporary, { recursive: true })) {
    await fs.lutimes(join(temporary, name), now, now).catch(ignore('ENOENT'))
  }
}

export async function removeTemporaryFolder(folder: string) {
  const temporary = await remembered(folder)
  if (temporary) await fs.rm(temporary, { recursive: true, force: true, maxRetries: 3 })
  await fs.rm(noteIn(folder), { force: true })
}

async function temporaryFolder(folder: string, account?: Account): Promise<string> {
  const known = await remembered(folder)
  if (known) return known
  const temporary = await fs.mkdtemp(join(bases[0] ?? '/tmp', prefix))
  if (account) await fs.chown(temporary, account.uid, account.gid)
  await fs.writeFile(noteIn(folder), temporary)
  return temporary
}

/** Trusted only as far as it is a folder such as we make: it may be removed as root. */
async function remembered(folder: string): Promise<string | null> {
  const path = await fs.readFile(noteIn(folder), 'utf8').catch(() => '')
  if (!bases.includes(dirname(path)) || !basename(path).startsWith(prefix)) return null
  const found = await fs.lstat(path).catch(() => null)
  return found?.isDirectory() ? path : null
}

/** Why the account can't run the binaries, found by trying. */
function failure(binaries: string, account: Account): string | null {
  const program = join(binaries, 'bin/postgres')
  const { error, status, stderr } = spawnSync(program, ['-V'], { ...account, cwd: '/', encoding: 'utf8' })
  if (codeOf(error) === 'EPERM') {
    throw new StartError(
      "PostgreSQL can't run as root, and may not change to another user here: start it as one",
    )
  }
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

const exists = (path: string) =>
  fs.stat(path).then(
    () => true,
    () => false,
  )

const isNeeded = (path: string) => !/\.a$|\/pkgconfig$/.test(path)
