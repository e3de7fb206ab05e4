// How often a receipt that was sent before is missed, how often another receipt of the same bank is taken for it, and how long it takes
// to find one among 100,000 of one store, all of a few banks.
import sharp from 'sharp'
import type { Tx } from '../src/core/database/db.ts'
import { tag } from '../src/core/database/query.ts'
import { seededRandom } from '../src/features/demo/random.ts'
import { convert } from '../src/features/media/convert.ts'
import { isAlike, keysOf, similarKeys } from '../src/features/payments/receipts/likeness.ts'
import { findEarlierOrder } from '../src/features/payments/receipts/save.ts'
import { drawReceipt, LAYOUTS, type ReceiptFacts } from '../test/receipt-pictures.ts'
import { median, print, type Figure } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

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

const STORED = 100_000
const OF_LAYOUT = 8
const BATCH = 500
/** Texts of a receipt that no other has: amount, date, time, reference, payer. */
const OWN_KEYS = 6
const LOOKUPS = 40
const LIMIT_MS = 20

const service = await startService()
const { sql } = service
const [store] = await shops(sql, 1, 1)
const storeId = store!.id
const orders = await Promise.all([anOrder('+5215550000001'), anOrder('+5215550000002')])

const layouts = await Promise.all(Array.from({ length: LAYOUTS }, (_, layout) => receiptsOf(layout)))
const picture = await draw(0)
const known = await fingerprint(picture)
await insert([{ id: 'known', fingerprint: known, keys: keysOf(known) }])
for (let n = 0; n < STORED; n += BATCH) await insert(Array.from({ length: BATCH }, (_, k) => other(n + k)))
await sql`vacuum analyze receipts, receipt_keys`

const again = await sharp(picture).resize(700).jpeg({ quality: 55 }).toBuffer()
const found = await lookups(await fingerprint(again), true)
const unknown = await lookups(await fingerprint(await draw(1)), false)
print(`${STORED} receipts of one store`, [
  figure('one that was sent before', found),
  figure('a new one', unknown),
])
for (const line of await planOf(known)) console.log(line)
await service.stop()

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

function figure(name: string, times: number[]) {
  const value = median(times)
  return {
    name: `${name}, ms`,
    value: `${value.toFixed(1)}, at most ${Math.max(...times).toFixed(1)}`,
    limit: `${LIMIT_MS}`,
    ratio: value / LIMIT_MS,
    atMost: 1,
  }
}

async function lookups(fingerprint: Buffer, isKnown: boolean): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < LOOKUPS; n++) {
    const began = performance.now()
    const sourceHash = Buffer.from(`new ${n}`)
    const earlier = await sql.begin((tx) =>
      findEarlierOrder(tx, storeId, orders[1], { sourceHash, fingerprint }),
    )
    times.push(performance.now() - began)
    if ((earlier !== null) !== isKnown) throw new Error(`found ${earlier}`)
  }
  return times
}

async function planOf(fingerprint: Buffer): Promise<string[]> {
  const lines: string[] = []
  const explaining = tag(async ({ text, values }) => {
    const rows = await sql.unsafe<Record<string, string>[]>(
      `explain (analyze, costs off, timing off) ${text}`,
      values as string[],
    )
    lines.push(...rows.map((row) => Object.values(row)[0]!))
    return Object.assign([], { count: 0 })
  })
  await findEarlierOrder(explaining as Tx, storeId, orders[1], { sourceHash: Buffer.from('x'), fingerprint })
  return lines
}

function draw(layout: number): Promise<Buffer> {
  return drawReceipt(anyReceipt(), layout).png().toBuffer()
}

/** Some receipts of a bank, and the keys that all of them have. */
async function receiptsOf(layout: number) {
  const fingerprints: Buffer[] = []
  for (let n = 0; n < OF_LAYOUT; n++) fingerprints.push(await fingerprint(await draw(layout)))
  const keys = fingerprints.map((fingerprint) => new Set(keysOf(fingerprint)))
  return { fingerprints, shared: [...keys[0]!].filter((key) => keys.every((of) => of.has(key))) }
}

/** With the texts of its bank, and some of its own. */
function other(n: number) {
  const { fingerprints, shared } = random.pick(layouts)
  const own = Array.from({ length: OWN_KEYS }, () => random.below(2 ** 20))
  return {
    id: `r${n}`,
    fingerprint: random.pick(fingerprints),
    keys: [...new Set([...shared, ...own])],
  }
}

async function insert(receipts: { id: string; fingerprint: Buffer; keys: number[] }[]) {
  const ids = receipts.map(({ id }) => id)
  await sql`
    insert into receipts (store_id, id, order_id, source_hash, type, body, fingerprint)
    select ${storeId}, id, ${orders[0]}, id::bytea, 'image/jpeg', '', fingerprint
    from unnest(${ids}::text[], ${receipts.map(({ fingerprint }) => fingerprint)}::bytea[]) as made (id, fingerprint)`
  await sql`
    insert into receipt_keys (store_id, key, receipt_id)
    select ${storeId}, key, id
    from unnest(
      ${receipts.flatMap(({ id, keys }) => keys.map(() => id))}::text[], ${receipts.flatMap(({ keys }) => keys)}::int[]
    ) as made (id, key)`
}

async function anOrder(phone: string): Promise<string> {
  const body = { storeId, name: 'Ana', phone, items: [{ variantId: store!.variantIds[0]!, quantity: 1 }] }
  const response = await fetch(`http://127.0.0.1:${service.port}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { id: string }).id
}
