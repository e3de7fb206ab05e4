// How long it takes to find a receipt among 100,000 of one store, all of a few banks.
import sharp from 'sharp'
import type { Tx } from '../src/core/database/db.ts'
import { tag } from '../src/core/database/query.ts'
import { seededRandom } from '../src/features/demo/random.ts'
import { convert } from '../src/features/media/convert.ts'
import { findEarlierOrder } from '../src/features/payments/receipts/save.ts'
import { keysOf } from '../src/features/payments/receipts/likeness.ts'
import { drawReceipt, LAYOUTS, someReceipt } from '../test/receipt-pictures.ts'
import { median, print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const RECEIPTS = 100_000
const OF_LAYOUT = 8
const BATCH = 500
/** Texts of a receipt that no other has: amount, date, time, reference, payer. */
const OWN_KEYS = 6
const LOOKUPS = 40
const LIMIT_MS = 20

const random = seededRandom(11)
const service = await startService()
const { sql } = service
const [store] = await shops(sql, 1, 1)
const storeId = store!.id
const orders = await Promise.all([anOrder('+5215550000001'), anOrder('+5215550000002')])

const layouts = await Promise.all(Array.from({ length: LAYOUTS }, (_, layout) => receiptsOf(layout)))
const known = layouts[0]!.fingerprints[0]!
await insert([{ id: 'known', fingerprint: known, keys: keysOf(known) }])
for (let n = 0; n < RECEIPTS; n += BATCH) await insert(Array.from({ length: BATCH }, (_, k) => other(n + k)))
await sql`vacuum analyze receipts, receipt_keys`

const again = await sharp(await draw(0, 0))
  .resize(700)
  .jpeg({ quality: 55 })
  .toBuffer()
const found = await lookups(await fingerprintOf(again), true)
const unknown = await lookups(await fingerprintOf(await draw(1, 999)), false)
print(`${RECEIPTS} receipts of one store`, [
  figure('one that was sent before', found),
  figure('a new one', unknown),
])
for (const line of await planOf(known)) console.log(line)
await service.stop()

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

async function draw(layout: number, n: number): Promise<Buffer> {
  const digits = String(1_000 + ((n * 7_919 + 1_237) % 8_999))
  const [hour, minute] = [10 + (n % 9), 10 + ((n * 17) % 49)]
  const reference = [7, 11, 13, 17]
    .map((factor) => 1_000 + ((n * factor * 97 + factor * 431) % 9_000))
    .join(' ')
  const facts = {
    ...someReceipt,
    amount: `$${(n % 9) + 1},${digits.slice(1)}.00`,
    time: `${hour}:${minute}:${minute}`,
    reference,
  }
  return drawReceipt(facts, layout).png().toBuffer()
}

async function fingerprintOf(picture: Buffer): Promise<Buffer> {
  return (await convert({ kind: 'receipt', picture, mayBeLarge: true })).fingerprint!
}

/** Some receipts of a bank, and the keys that all of them have. */
async function receiptsOf(layout: number) {
  const fingerprints: Buffer[] = []
  for (let n = 0; n < OF_LAYOUT; n++) fingerprints.push(await fingerprintOf(await draw(layout, n)))
  const keys = fingerprints.map((fingerprint) => new Set(keysOf(fingerprint)))
  return { fingerprints, shared: [...keys[0]!].filter((key) => keys.every((of) => of.has(key))) }
}

/** With the texts of its bank, and some of its own. */
function other(n: number) {
  const { fingerprints, shared } = random.pick(layouts)
  const own = Array.from({ length: OWN_KEYS }, () => random.below(2 ** 20))
  return {
    id: `r${n}`,
    fingerprint: random.pick(fingerprints.slice(1)),
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
