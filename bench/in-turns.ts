// Has it become slower? Two versions run side by side and are asked in turn, so that a slow hour of the machine slows both.
// `node bench/in-turns.ts BEFORE [AFTER]`: two commits; without the second, this checkout.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { checkOut, root } from '../scripts/checkout.ts'
import { median, print } from './report.ts'

const ROUNDS = 15
const MEASURES = {
  orders: 'POST /api/orders a second',
  products: 'GET /api/v1/products?limit=50 a second',
  pages: 'GET /{slug} a second',
  deliveries: 'deliveries of a backlog a second',
}
type Measure = keyof typeof MEASURES

const [commit, other] = process.argv.slice(2)
if (!commit) throw new Error('Name the commit to compare with: node bench/in-turns.ts BEFORE [AFTER]')
const checkouts = [await checkOut(commit), ...(other ? [await checkOut(other)] : [])]
try {
  await compare(checkouts[0]!.folder, checkouts[1]?.folder ?? root)
} finally {
  for (const { remove } of checkouts) await remove()
}

async function compare(...folders: [string, string]) {
  const [before, after] = [await startVersion(folders[0]), await startVersion(folders[1])]
  for (const name of Object.keys(MEASURES) as Measure[]) {
    await before.measure(name)
    await after.measure(name)
  }
  for (const [name, title] of Object.entries(MEASURES) as [Measure, string][]) {
    const rounds: { old: number; present: number }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      // They alternate in going first, because background work of one runs during the other's turn.
      const first = i % 2 === 0 ? await before.measure(name) : await after.measure(name)
      const second = i % 2 === 0 ? await after.measure(name) : await before.measure(name)
      rounds.push(i % 2 === 0 ? { old: first, present: second } : { old: second, present: first })
    }
    print(title, [
      {
        name: 'now',
        value: median(rounds.map(({ present }) => present)).toFixed(0),
        limit: `${median(rounds.map(({ old }) => old)).toFixed(0)} before, in ${ROUNDS} turns each`,
        ratio: median(rounds.map(({ old, present }) => present / old)),
        atLeast: 0.97,
      },
    ])
  }
  await before.stop()
  await after.stop()
}

/** A version in its folder, which measures with the bench of this checkout. */
async function startVersion(folder: string) {
  if (folder !== root) {
    await rm(join(folder, 'bench'), { recursive: true })
    await cp(import.meta.dirname, join(folder, 'bench'), { recursive: true })
  }
  const child = spawn(process.execPath, ['bench/version.ts'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  process.once('exit', () => child.kill())

  async function measure(name: Measure): Promise<number> {
    child.stdin.write(`${name}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error(`The version in ${folder} could not be measured`)
    return Number(value)
  }

  async function stop() {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  }

  return { measure, stop }
}
