// Runs the last release's API tests, with that release's code, on a database that this version has migrated: while one
// process after the other is replaced, both run side by side. `node scripts/test-last-release.ts [COMMIT]` takes another
// commit for the release.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gte } from 'semver'
import { startEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrateDatabase } from '../src/process/database.ts'
import { checkOut, git, root } from './checkout.ts'

/** What clients, shops and deliveries notice. */
const TESTS = [
  'test/contract.test.ts',
  'test/contract/*.test.ts',
  'test/tenancy.test.ts',
  'src/{,features/}orders/{create,update}.test.ts',
  'src/{,features/}webhooks/deliver.test.ts',
]

/** The first whose database a later one takes over. */
const OLDEST_RELEASE = '0.2.0'

const release = process.argv[2] ?? lastRelease()
if (release) process.exitCode = await testOn(release)
else
  console.log(
    `Nothing was released before this version (${OLDEST_RELEASE} will be the first): nothing older has to run on its database`,
  )

/** The newest commit before this one that gave the package another version: tags don't come along with every copy. */
function lastRelease(): string | undefined {
  if (!existsSync(join(root, '.git')) || git('rev-parse', '--is-shallow-repository') === 'true')
    console.warn('This is no whole clone, and may lack the commit of the last release: git fetch --unshallow')
  if (!existsSync(join(root, '.git'))) return undefined
  const head = git('rev-parse', 'HEAD')
  const commit = git('log', '--format=%H', '-G^  "version": ', '--', 'package.json')
    .split('\n')
    .find((one) => one !== head)
  return commit && gte(versionAt(commit), OLDEST_RELEASE) ? commit : undefined
}

function versionAt(commit: string): string {
  return (JSON.parse(git('show', `${commit}:package.json`)) as { version: string }).version
}

async function testOn(release: string): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-release-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const { folder, remove } = await checkOut(release)
  const server = await startEmbeddedPostgres({ dataDir, settings })
  try {
    // The release's tests make their databases from this one, and then migrate, which has to let them be.
    const template = new URL(server.url)
    template.pathname = '/template1'
    await migrateDatabase(template.href, console.error)
    console.log(`The API tests of ${release} (${versionAt(release)}), on the database of this version`)
    return runTests(folder, server.url)
  } finally {
    await server.stop()
    await remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function runTests(cwd: string, url: string): number {
  const files = globSync(TESTS, { cwd })
  if (files.length === 0) throw new Error('The release has no API tests where they are looked for')
  const env = { ...process.env, TEST_DATABASE_URL: url }
  return (
    spawnSync('npm', ['run', '-s', 'test:one', '--', ...files], { cwd, env, stdio: 'inherit' }).status ?? 1
  )
}
