// What does a shop's photo wait while other accounts send slow pictures, read large imports, or import pictures of a dead site?
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { newId } from '../src/core/values/id.ts'
import { median, print, type Figure } from './report.ts'
import { startService } from './service.ts'
import { liftLimits, shops, type Shop } from './shops.ts'

const SECONDS = 15
const ACCOUNTS = 14

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const base = `http://127.0.0.1:${service.port}`
const { sql } = service
const [shop, ...attackers] = (await shops(sql, ACCOUNTS + 1, 1)) as [Shop, ...Shop[]]
await liftLimits(sql)
const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const
const grain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
const photo = await grain(1_200).blur(0.6).jpeg().toBuffer()
const slow = await grain(4_000).avif({ quality: 80, effort: 0 }).toBuffer()
const silent = createServer(() => {}).listen(0, '127.0.0.1')
await once(silent, 'listening')

type Attack = {
  connections: number
  request: (n: number) => Promise<unknown>
  prepare?: () => Promise<unknown>
}

const attacks: Record<string, Attack> = {
  nothing: { connections: 0, request: async () => {} },
  [`slow AVIFs of ${(slow.length / 2 ** 20).toFixed(0)} MiB from two accounts`]: {
    connections: 16,
    request: (n) => upload(attackers[n % 2]!, slow),
  },
  'pages of large imports': {
    connections: ACCOUNTS,
    prepare: () => Promise.all(attackers.map(addImport)),
    request: async (n) => (await get(attackers[n % ACCOUNTS]!, '/imports/large?limit=100')).arrayBuffer(),
  },
  'imported pictures of a dead site': {
    connections: 0,
    prepare: addDeadPictures,
    request: async () => {},
  },
}

await upload(shop, photo) // the converter starts
let alone = 0
for (const [name, attack] of Object.entries(attacks)) {
  const { photos, health, memory } = await during(attack)
  alone ||= median(photos)
  const figures: Figure[] = [
    {
      name: 'p99 of /api/health',
      value: `${health.toFixed(0)} ms`,
      limit: '100 ms',
      ratio: health / 100,
      atMost: 1,
    },
    { name: 'memory', value: `${memory.toFixed(0)} MiB`, limit: '500 MiB', ratio: memory / 500, atMost: 1 },
    {
      name: `a photo, median of ${photos.length}`,
      value: `${median(photos).toFixed(0)} ms (at most ${Math.max(...photos).toFixed(0)})`,
      limit: `${alone.toFixed(0)} ms alone`,
      ratio: median(photos) / alone,
      atMost: 2,
    },
  ]
  print(`Beside ${name}`, figures)
}
silent.closeAllConnections()
await service.stop()
process.exit()

async function during({ connections, request, prepare }: Attack) {
  await prepare?.()
  const ended = new AbortController()
  let n = 0
  for (let i = 0; i < connections; i++) void repeat(async () => request(n++), ended.signal)
  await sleep(1_000)
  const photos: number[] = []
  let memory = 0
  void repeat(async () => (memory = Math.max(memory, await service.memory())), ended.signal, 50)
  void repeat(async () => photos.push(await upload(shop, photo)), ended.signal, 200)
  const probe = ['bench/probe-health.ts', `${base}/api/health`, String(SECONDS)]
  const { stdout } = await promisify(execFile)(process.execPath, probe)
  ended.abort()
  const latencies = (JSON.parse(stdout) as number[]).toSorted((a, b) => a - b)
  await sleep(12_000) // the requests under way end
  return { photos, memory, health: latencies[Math.floor((latencies.length - 1) * 0.99)]! }
}

async function repeat(work: () => Promise<unknown>, ended: AbortSignal, pause = 0) {
  for (; !ended.aborted; await sleep(pause)) await work().catch(() => sleep(100))
}

/** The ms that a photo takes. Each is of other bytes, so that none is known already. */
async function upload({ key }: Shop, body: Buffer): Promise<number> {
  const began = performance.now()
  const reply = await fetch(`${base}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(Buffer.concat([body, Buffer.from(newId())])),
  })
  await reply.text()
  if (reply.status !== 201) throw new Error(String(reply.status))
  return performance.now() - began
}

const get = ({ key }: Shop, path: string) =>
  fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })

/** An import whose page of 100 rows has 40 MB. */
async function addImport({ id }: Shop) {
  await sql`
    insert into imports (store_id, id, file_id, is_dry_run, skips_refused, adds_categories, column_map, state, result, finished_at)
    values (${id}, 'large', '', true, false, false, '{}', 'done', '{}', now())`
  await sql`
    insert into import_rows (store_id, import_id, line, action, name, before, after)
    select ${id}, 'large', n, 'changed', 'Taza', '{"variants": []}', jsonb_build_object('variants', '[]'::jsonb, 'description', text)
    from generate_series(1, 100) n, (select string_agg(md5(m::text), '') as text from generate_series(1, 12000) m) as texts`
}

async function addDeadPictures() {
  const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  for (const { id } of attackers.slice(0, 2)) {
    await sql`
      insert into import_pictures (store_id, import_id, n, url, product_ids)
      select ${id}, 'large', n, ${dead} || n, '{}' from generate_series(1, 1470) n`
  }
}
