// Runs every benchmark in turn; `npm run bench -- start` runs only that one.
import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

const questions = [
  'start',
  'one-at-a-time',
  'catalog-page',
  'shop-page',
  'lighthouse',
  'place-order',
  'flash-sale',
  'deliveries',
  'lists',
  'assistant',
  'attack',
  'uploads',
  'panel',
  'record-changes',
  'import',
]
const asked = process.argv.slice(2)

const processors = cpus()
console.log(
  `${processors.length} × ${processors[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
)
for (const question of asked.length > 0 ? asked : questions) {
  const { status } = spawnSync(process.execPath, [`bench/${question}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
