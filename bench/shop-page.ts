// How many pages of a shop a second, cached by version, beside a bare node:http server that sends the same bytes?
import { compareWithBaseline } from './compare-with-baseline.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const service = await startService()
const stores = await shops(service.sql, 50, 48)
const slugs = await service.sql<{ slug: string }[]>`
  select slug from stores where id = any(${stores.map(({ id }) => id)})`
const requests = slugs.map(
  ({ slug }) => `GET /${slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, br\r\n\r\n`,
)
const first = await fetch(`http://127.0.0.1:${service.port}/${slugs[0]!.slug}`, {
  headers: { 'accept-encoding': 'br' },
})
const plain = await first.text()
const bytes = Number(first.headers.get('content-length'))

await compareWithBaseline({
  title: `GET /{slug}, 48 products, ${(plain.length / 1024).toFixed(0)} KiB as ${(bytes / 1024).toFixed(1)} KiB of Brotli, 50 stores`,
  port: service.port,
  requests,
  connections: 32,
  bytes,
  atLeast: 0.4,
})
await service.stop()
