// Runs the tests: those that need neither a browser nor a server that is killed, nor walk over every page; with `--slow` the others;
// with `--database` those to which another PostgreSQL could make a difference. The files of one part share a process, so that the
// service is loaded once for them; each runs when the one before has ended. The runner's own `--test-isolation=none` would keep what
// a file opened until all ended.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const ENTRIES = '.cache/tests'
/** Three parts at a time, on two cores: tests often wait, for a timeout or a process that was ended. */
const FLAGS = ['--test-global-setup=test/setup.ts', '--test-timeout=240000', '--test-concurrency=3']

/** The slowest parts start first, so that none of them runs alone at the end; browsers and parts that wait in between. */
const LONGEST = [
  'browser-shop',
  'accounts',
  'walks',
  'browser-pages',
  'catalog',
  'panel',
  'api',
  'deliveries',
  'process',
  'shop',
  'browser-panel',
  'core',
  'faults-of-servers',
  'orders',
  'files',
  'whole',
]

/** Each process takes seconds to load the service, so there are few parts, which take about the same time. */
const PARTS: [part: string, files: RegExp][] = [
  ['browser-pages', /^test\/browser\/(pages|panel)\.test/],
  ['browser-panel', /^test\/browser\/(panel-|photos|saving)/],
  ['browser-shop', /^test\/browser\//],
  ['walks', /^test\/(addresses|long-text|panel-(properties|repeats|roles))/],
  ['panel', /^test\/panel-|^src\/doors\/panel\//],
  // They mark each text of their process.
  ['whole', /^test\/whole-/],
  ['files', /^test\/(architecture|deploy|documents|migrations|packages|prometheus|regular|sharding)|^sdk\//],
  ['process', /^test\/process/],
  ['faults-of-servers', /^test\/faults\/(backup|commits|database|failover)/],
  ['faults', /^test\/faults\/(?!standbys)/],
  ['api', /^test\/(?!certificates|faults|load-seed)/],
  ['deliveries', /^src\/(features\/(webhooks|whatsapp|mail|push)|core\/(jobs|outbox|outgoing))\//],
  [
    'shop',
    /^src\/(features\/(demo|discounts|events|reviews|shipping|stores|themes)|doors\/(docs|storefront))\//,
  ],
  ['catalog', /^src\/features\/(categories|changes|imports|media|products)\//],
  ['orders', /^src\/features\/(customers|hours|orders|stats)\/|^test\/load-seed/],
  ['core', /^src\/(core|doors\/cli|process)\//],
  ['accounts', /^src\//],
]

/** Browsers; servers that are killed, hang, or fail over; walks over every page and form, or with long texts. */
const SLOW = [
  /^test\/(addresses|long-text|panel-(properties|repeats|roles))/,
  /^test\/(browser|certificates|deploy|faults|process|prometheus)/,
  /^src\/core\/database\/(connection\.|embedded\/)/,
  /^src\/process\/(cli|metrics|worker)\./,
]

/** Tests of all pages and forms: they run the same statements as the tests of `src`. */
const WALKS = /^test\/(browser\/|panel-(?!tenancy)|process|deploy)/

const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts'], {
  exclude: ['**/node_modules/**'],
}).toSorted()
const isSlow = process.argv.includes('--slow')
const chosen = files.filter(
  process.argv.includes('--database')
    ? usesTheDatabase
    : (file) => SLOW.some((pattern) => pattern.test(file)) === isSlow,
)

rmSync(ENTRIES, { recursive: true, force: true })
mkdirSync(ENTRIES, { recursive: true })
for (const [part, some] of Map.groupBy(chosen, partOf)) {
  const rank = (LONGEST.indexOf(part) + LONGEST.length + 1) % (LONGEST.length + 1)
  writeFileSync(`${ENTRIES}/${String(rank).padStart(2, '0')}-${part}.test.ts`, entrySource(some))
}

const { status } = spawnSync(process.execPath, ['--test', ...FLAGS, `${ENTRIES}/*.test.ts`], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

function partOf(file: string): string {
  const part = PARTS.find(([, pattern]) => pattern.test(file))
  return part?.[0] ?? file.slice(0, -'.test.ts'.length).replaceAll('/', '-')
}

/** Its service has a database on the server that is tried; others ask none, or start their own. */
function usesTheDatabase(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return !WALKS.test(file) && text.includes('startService(') && !text.includes('startEmbeddedPostgres(')
}

function entrySource(files: string[]): string {
  const suites = files.map(
    (file) => `await suite('${file}', async () => void (await import('../../${file}')))\n`,
  )
  // A test may wait for a timer alone that doesn't keep a process running.
  const [alive, end] = ['const alive = setInterval(() => {}, 60_000)\n', 'clearInterval(alive)\n']
  return `import { suite } from 'node:test'\n${seedLines(files)}${alive}${suites.join('')}${end}`
}

/** In CI, property tests use a fixed seed, so that a failure is due to the change. Elsewhere each run has another seed. */
function seedLines(files: string[]): string {
  const draws = files.some((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
  if (!draws || process.env['CI'] !== 'true') return ''
  return "import { configureGlobal } from 'fast-check'\nconfigureGlobal({ seed: 2026 })\n"
}
