import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, prepareAccount, chownTree, namedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { createSocketDirectory } from './socket-directory.ts'
import { messageOf, StartError } from '../../errors/start-error.ts'

export type Cluster = {
  /** PostgreSQL's own folder, with the socket inside: only its owner enters. */
  directory: string
  /** A name of that folder that is short enough for the address of a socket. */
  socketDirectory: string
  binaries: string
  account: Account | undefined
  log: string
  settings: Record<string, string>
}

export const user = 'vitrina'
export const environment = { LC_ALL: 'C', TZ: 'UTC' }

export const directoryIn = (folder: string) => join(folder, 'postgres')

export async function prepareCluster(folder: string, settings: Record<string, string>): Promise<Cluster> {
  const directory = directoryIn(folder)
  const account = await prepareAccount(folder, directory)
  const binaries = await findBinaries(account)
  await removeUnfinished(folder)
  if (!(await fs.stat(directory).catch(() => null))) await create(directory, binaries, account)
  const socketDirectory = await createSocketDirectory(folder, directory, account)
  return { directory, socketDirectory, binaries, account, log: join(folder, 'postgres.log'), settings }
}

/** `initdb` writes to a temporary folder that is renamed at the end, so that the cluster's folder is always complete. */
async function create(directory: string, binaries: string, account: Account | undefined) {
  const draft = await fs.mkdtemp(`${directory}.new-`)
  const initdbAccount = account && (await namedAccount(account))
  if (initdbAccount) await fs.chown(draft, initdbAccount.uid, initdbAccount.gid)
  const flags = ['-U', user, '-A', 'trust', '-E', 'UTF8', ...platformFlags, '--no-instructions']
  const options = { ...initdbAccount, cwd: draft, env: environment }
  try {
    await promisify(execFile)(
      join(binaries, 'bin/initdb'),
      ['-D', pathFor(initdbAccount, draft), ...flags],
      options,
    )
  } catch (error) {
    await fs.rm(draft, { recursive: true, force: true })
    throw new StartError(`The embedded PostgreSQL can't create its data folder: ${causeIn(outputOf(error))}`)
  }
  if (account) await chownTree(draft, account)
  await fs.rename(draft, directory)
  await sync(dirname(directory))
}

/** Fsyncs the parent folder, so that the new directory entry survives a power cut. */
async function sync(folder: string) {
  const handle = await fs.open(folder)
  await handle.sync()
  await handle.close()
}

// PostgreSQL's builtin C.UTF-8 provider, because the system may lack the locale. One `syncfs` takes half as long as an fsync
// of a thousand files on a busy disk.
const platformFlags =
  process.platform === 'darwin'
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=UTF-8']
    : ['--locale-provider=builtin', '--locale=C.UTF-8', '--sync-method=syncfs']

/** The account may lack permission for the folder's parents; its working directory is accessible all the same. */
export const pathFor = (account: Account | undefined, directory: string) =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : directory

async function removeUnfinished(folder: string) {
  for (const name of await fs.readdir(folder)) {
    if (!name.startsWith('postgres.new-')) continue
    await fs.rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

const outputOf = (error: unknown) =>
  error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== ''
    ? error.stderr
    : messageOf(error)

export function causeIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((text) => /(FATAL|PANIC|ERROR|error):/.test(text)) ?? lines.at(-1)
  return (
    line?.replace(/^.*?(FATAL|PANIC|ERROR|initdb: error|postgres: error):\s*/, '').trim() ??
    'it gave no reason'
  )
}
