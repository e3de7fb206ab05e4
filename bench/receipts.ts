// How often a receipt that was sent before is missed, and how often another receipt of the same bank is taken for it.
import { convert } from '../src/features/media/convert.ts'
import { seededRandom } from '../src/features/demo/random.ts'
import { isAlike, keysOf, similarKeys } from '../src/features/payments/receipts/likeness.ts'
import { drawReceipt, LAYOUTS, type ReceiptFacts } from '../test/receipt-pictures.ts'
import { print, type Figure } from './report.ts'
import sharp from 'sharp'

const SEED = 7
const RECEIPTS = Number(process.env['RECEIPTS'] ?? 60)
/** A key that as many of a layout's receipts have is of its own words. */
const COMMON = 0.2

const random = seededRandom(SEED)
const between = (least: number, most: number) => least + random.below(most - least + 1)
const two = (least: number, most: number) => String(between(least, most)).padStart(2, '0')
const names = [
  'María Fernanda López',
  'Juan Pérez',
  'Carlos A. Gómez Ruiz',
  'Ana Sofía Martínez',
  'Rosa Quispe',
]

/** What differs between the receipts of a group; the rest is the same in all of them. */
const groups: [name: string, of: (first: ReceiptFacts) => ReceiptFacts][] = [
  ['others of a layout', anyReceipt],
  ['the same payer and amount on other days', ({ payer, amount }) => ({ ...anyReceipt(), payer, amount })],
  [
    'the same payer, amount, day and hour',
    (first) => ({
      ...first,
      time: `${first.time.slice(0, 2)}:${two(0, 59)}:${two(0, 59)}`,
      reference: aReference(),
    }),
  ],
]

const figures: Figure[] = []
const misses = { all: 0, unlike: 0, notFound: 0 }
for (const [name, of] of groups) {
  let pairs = 0
  let alarms = 0
  for (let layout = 0; layout < LAYOUTS; layout++) {
    const first = anyReceipt()
    const sent = await inTurn(RECEIPTS, async () => {
      const picture = await drawReceipt(of(first), layout).png().toBuffer()
      return { before: await fingerprint(picture), again: await fingerprint(await altered(picture)) }
    })
    const common = commonKeys(sent.map(({ before }) => before))
    for (const [n, { before, again }] of sent.entries()) {
      misses.all++
      const keys = keysOf(before).filter((key) => !common.has(key))
      const similar = similarKeys(again)
      if (!isAlike(again, before)) misses.unlike++
      else if (!keys.some((key) => similar.includes(key))) misses.notFound++
      for (const other of sent.slice(n + 1)) {
        pairs += 2
        if (isAlike(again, other.before)) alarms++
        if (isAlike(before, other.before)) alarms++
      }
    }
  }
  figures.push(atMost(`false alarms, ${name}: ${alarms} of ${pairs}`, alarms / pairs, 0.001))
}
const missed = misses.unlike + misses.notFound
figures.push(
  atMost(
    `misses, re-encoded, resized and cropped: ${misses.unlike} unlike and ${misses.notFound} not looked up of ${misses.all}`,
    missed / misses.all,
    0.05,
  ),
)
print('Receipts of payments that were sent before', figures)

function atMost(name: string, share: number, limit: number): Figure {
  return { name, value: share.toFixed(4), limit: String(limit), ratio: share / limit, atMost: 1 }
}

function anyReceipt(): ReceiptFacts {
  return {
    amount: `$${between(1, 9)},${between(100, 999)}.${random.pick(['00', '50'])}`,
    date: `${two(1, 28)}/${two(1, 12)}/2026`,
    time: `${two(0, 23)}:${two(0, 59)}:${two(0, 59)}`,
    reference: aReference(),
    payer: random.pick(names),
  }
}

function aReference(): string {
  return Array.from({ length: 4 }, () => between(1000, 9999)).join(' ')
}

/** Up to 5 % off each side, the status bar among it; 0.4 to 1.5 times the size; in one of three formats. */
async function altered(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const cut = (side: number) => (random.next() < 0.5 ? 0 : Math.round(random.next() * 0.05 * side))
  const [left, right, top, bottom] = [cut(width), cut(width), cut(height), cut(height)]
  const kept = { left, top, width: width - left - right, height: height - top - bottom }
  const scale = 0.4 + random.next() * 1.1
  const resized = sharp(await sharp(png).extract(kept).toBuffer()).resize(Math.round(kept.width * scale))
  const quality = between(40, 90)
  const format = random.pick(['jpeg', 'webp', 'png'] as const)
  return resized.toFormat(format, format === 'png' ? {} : { quality }).toBuffer()
}

async function fingerprint(picture: Buffer): Promise<Buffer> {
  return (await convert({ kind: 'receipt', picture, mayBeLarge: true })).fingerprint!
}

function commonKeys(fingerprints: Buffer[]): Set<number> {
  const counts = new Map<number, number>()
  for (const key of fingerprints.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count > COMMON * fingerprints.length ? [key] : [])))
}

async function inTurn<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) made.push(await make())
  return made
}
