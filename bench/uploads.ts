// How long an upload of a photo takes, and what the catalog page of a shopper waits beside uploads.
import sharp from 'sharp'
import { load } from './load.ts'
import { liftLimits, shops } from './shops.ts'
import { startService } from './service.ts'

const PAGES_PER_SECOND = 100
const SECONDS = 6

const service = await startService()
const base = `http://127.0.0.1:${service.port}`
const [store] = await shops(service.sql, 1, 48)
await liftLimits(service.sql)
const [{ slug }] = await service.sql<[{ slug: string }]>`select slug from stores where id = ${store!.id}`

const photos = await Promise.all(Array.from({ length: 4 }, photo))
await pages() // warm
const alone = await pages()
const measured = new AbortController()
const uploads: number[] = []
const sending = (async () => {
  for (let n = 0; !measured.signal.aborted; n++) uploads.push(await upload(photos[n % photos.length]!, n))
})()
const beside = await pages()
measured.abort()
await sending
await service.stop()

const ms = (value: number) => `${value.toFixed(0)} ms`
console.log(
  `photo of ${(photos[0]!.length / 2 ** 20).toFixed(1)} MiB: ${ms(quantile(uploads, 0.5))} median, ${ms(quantile(uploads, 1))} at most, ${uploads.length} uploads (limit 1000 ms)`,
)
console.log(
  `catalog page at ${PAGES_PER_SECOND}/s: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside uploads (limit 2 times)`,
)
if (quantile(uploads, 0.5) > 1000 || beside > 2 * alone) process.exitCode = 1

/** Twelve megapixels with grain, as a phone takes them. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(0.6)
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Each upload is of other bytes, so that none is known already. */
async function upload(body: Buffer, n: number): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${base}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store!.key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(Buffer.concat([body, Buffer.from(String(n))])),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return performance.now() - began
}

/** The p99 in ms of pages that are requested at a steady rate. */
async function pages(): Promise<number> {
  const requests = [`GET /${slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n`]
  const loadOptions = { connections: 8, seconds: SECONDS, perSecond: PAGES_PER_SECOND }
  const { p99 } = await load({ ...loadOptions, port: service.port, requests, expect: 200 })
  return p99
}

function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!
}
