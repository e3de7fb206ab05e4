// Runs the last release's API tests, with that release's code, on a database that this version has migrated: while one
// process after the other is replaced, both run side by side. `node scripts/test-last-release.ts [COMMIT]` takes another
// commit for the release.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrateDatabase } from '../src/database.ts'

/** What clients, shops and deliveries notice. */
const TESTS = [
  'test/contract.test.ts',
  'test/contract/*.test.ts',
  'test/tenancy.test.ts',
  'src/orders/{create,update}.test.ts',
  'src/webhooks/deliver.test.ts',
]

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const release = process.argv[2] ?? lastRelease()
if (release) process.exitCode = await testOn(release)
else console.log('No release is tagged yet (v*): nothing older has to run on the database of this version')

/** The newest tag of this history. */
function lastRelease(): string | undefined {
  if (!existsSync(join(root, '.git')) || git('rev-parse', '--is-shallow-repository') === 'true')
    console.warn('This is no whole clone, and may lack the tags of releases: git fetch --unshallow --tags')
  if (!existsSync(join(root, '.git'))) return undefined
  return git('tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-v:refname').split('\n')[0]
}

async function testOn(release: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-release-'))
  const [checkout, dataDir] = [join(folder, 'checkout'), join(folder, 'data')]
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const server = await startEmbeddedPostgres({ dataDir, settings })
  try {
    git('worktree', 'add', '--quiet', '--detach', checkout, release)
    installPackages(checkout)
    // The release's tests make their databases from this one, and then migrate, which has to let them be.
    const template = new URL(server.url)
    template.pathname = '/template1'
    await migrateDatabase(template.href)
    console.log(`The API tests of ${release}, on the database of this version`)
    return runTests(checkout, server.url)
  } finally {
    await server.stop()
    git('worktree', 'remove', '--force', checkout)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ours, where they are the same. */
function installPackages(checkout: string): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(checkout) === lock(root)) symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'inherit' })
}

function runTests(cwd: string, url: string): number {
  const files = globSync(TESTS, { cwd })
  if (files.length === 0) throw new Error('The release has no API tests where they are looked for')
  const env = { ...process.env, TEST_DATABASE_URL: url }
  return (
    spawnSync('npm', ['run', '-s', 'test:one', '--', ...files], { cwd, env, stdio: 'inherit' }).status ?? 1
  )
}
