// Runs the tests: those that need neither a browser nor a server that is killed; with `--slow` the others; with `--database` those
// to which another PostgreSQL could make a difference.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const ENTRIES = '.cache/tests'
/** Three parts at a time, on two cores: tests often wait, for a timeout or a process that was ended. */
const FLAGS = ['--test-global-setup=test/setup.ts', '--test-timeout=240000', '--test-concurrency=3']

/** Browsers, and servers that are killed, hang, or fail over. */
const SLOW =
  /^test\/(browser|faults|process|deploy)|^src\/core\/database\/embedded\/|^src\/process\/(cli|metrics|worker)\./
/** Tests of all pages and forms: they run the same statements as the tests of `src`. */
const WALKS = /^test\/(browser\/|panel-(?!tenancy)|process|deploy)/

const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts'], {
  exclude: ['**/node_modules/**'],
})
const isChosen = process.argv.includes('--database')
  ? usesTheDatabase
  : (file: string) => SLOW.test(file) === process.argv.includes('--slow')

rmSync(ENTRIES, { recursive: true, force: true })
mkdirSync(ENTRIES, { recursive: true })
for (const [n, part] of partsOf(files.filter(isChosen)).entries())
  writeFileSync(`${ENTRIES}/${String(n).padStart(2, '0')}.test.ts`, entrySource(part))

const { status } = spawnSync(process.execPath, ['--test', ...FLAGS, `${ENTRIES}/*.test.ts`], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

/**
 * The files in parts that take about the same time, by their length. The files of a part share a process, each after the other, so that
 * the service is loaded once for them. The runner's own `--test-isolation=none` would keep what a file opened until all have ended.
 */
function partsOf(chosen: string[]): string[][] {
  const parts = Array.from({ length: 12 }, () => ({ files: [] as string[], size: 0 }))
  for (const { file, size } of chosen
    .map((file) => ({ file, size: statSync(file).size }))
    .toSorted((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1))) {
    const smallest = parts.reduce((least, part) => (part.size < least.size ? part : least))
    smallest.files.push(file)
    smallest.size += size
  }
  return parts.map((part) => part.files).filter((part) => part.length > 0)
}

/** Its service has a database on the server that is tried; others ask none, or start their own. */
function usesTheDatabase(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return !WALKS.test(file) && text.includes('startService(') && !text.includes('startEmbeddedPostgres(')
}

function entrySource(part: string[]): string {
  const suites = part.map(
    (file) => `await suite('${file}', async () => void (await import('../../${file}')))\n`,
  )
  // A test may wait for a timer alone that doesn't keep a process running.
  const [alive, end] = ['const alive = setInterval(() => {}, 60_000)\n', 'clearInterval(alive)\n']
  return `import { suite } from 'node:test'\n${seedLines(part)}${alive}${suites.join('')}${end}`
}

/** In CI, property tests use a fixed seed, so that a failure is due to the change. Elsewhere each run has another seed. */
function seedLines(part: string[]): string {
  const draws = part.some((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
  if (!draws || process.env['CI'] !== 'true') return ''
  return "import { configureGlobal } from 'fast-check'\nconfigureGlobal({ seed: 2026 })\n"
}
