// Runs the tests, or with `--without-browser` all but those in a browser. The files of one part of `src` share a process, so
// that the service is loaded once for them; each runs when the one before has ended. The others have one each.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'

const ENTRIES = '.cache/tests'
const FLAGS = ['--test-global-setup=test/setup.ts', '--test-timeout=120000', '--test-concurrency=2']

const own = ['test/*.test.ts', 'test/faults/*.test.ts', 'test/contract/*.test.ts', 'sdk/**/*.test.ts']
if (!process.argv.includes('--without-browser')) own.push('test/browser/*.test.ts')

rmSync(ENTRIES, { recursive: true, force: true })
mkdirSync(ENTRIES, { recursive: true })
const parts = Map.groupBy(globSync('src/**/*.test.ts').toSorted(), partOf)
for (const [part, files] of parts) writeFileSync(`${ENTRIES}/${part}.test.ts`, entryOf(files))

const { status } = spawnSync(process.execPath, ['--test', ...FLAGS, `${ENTRIES}/*.test.ts`, ...own], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

/** `orders` of `src/orders/list.test.ts`, `panel-sales` of `src/panel/sales/orders-page.test.ts`, `src` of `src/cli.test.ts`. */
function partOf(file: string): string {
  const folders = file.split('/').slice(1, -1)
  return folders.slice(0, 2).join('-') || 'src'
}

function entryOf(files: string[]): string {
  const suites = files.map(
    (file) => `await suite('${file}', async () => void (await import('../../${file}')))\n`,
  )
  // A test may wait for a timer alone that doesn't keep a process running.
  const [alive, end] = ['const alive = setInterval(() => {}, 60_000)\n', 'clearInterval(alive)\n']
  return `import { suite } from 'node:test'\n${alive}${suites.join('')}${end}`
}
