// Runs every benchmark in turn; `npm run bench -- start` runs only that one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const benchmarks = [
  'start',
  'one-at-a-time',
  'catalog-page',
  'shop-page',
  'shop-domain',
  'proxy-cache',
  'lighthouse',
  'stories',
  'place-order',
  'writes',
  'flash-sale',
  'deliveries',
  'lists',
  'growth',
  'assistant',
  'ucp',
  'attack',
  'neighbours',
  'uploads',
  'panel',
  'record-changes',
  'import',
  'receipts',
  'payment-notifications',
  'whatsapp-inbound',
]
const named = process.argv.slice(2)
const unknown = named.find((name) => !existsSync(`bench/${name}.ts`))
if (unknown)
  throw new Error(`There is no benchmark ${unknown}; there are: ${benchmarks.join(', ')}, long-run`)

const processors = cpus()
console.log(
  `${processors.length} × ${processors[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
)
for (const benchmark of named.length > 0 ? named : benchmarks) {
  const { status } = spawnSync(process.execPath, [`bench/${benchmark}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
