// How many pages of a shop a second, kept by version, beside a bare node:http server that sends the same bytes?
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { load, type Load } from './load.ts'
import { median, print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const ROUNDS = 5
const WAYS = { connections: 32, seconds: 2, expect: 200 }

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

const bare = fork(new URL('bare-server.ts', import.meta.url), [String(bytes)])
const [barePort] = (await once(bare, 'message')) as [number]
await load({ ...WAYS, port: service.port, requests })

const rounds: { ours: Load; theirs: Load; ratio: number }[] = []
for (let i = 0; i < ROUNDS; i++) {
  const ours = await load({ ...WAYS, port: service.port, requests })
  const theirs = await load({ ...WAYS, port: barePort, requests })
  rounds.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond })
}
const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))

print(
  `GET /{slug}, 48 products, ${(plain.length / 1024).toFixed(0)} KiB as ${(bytes / 1024).toFixed(1)} KiB of Brotli, 32 connections, 50 stores`,
  [
    {
      name: 'pages a second',
      value: of(({ ours }) => ours.perSecond).toFixed(0),
      limit: `${of(({ theirs }) => theirs.perSecond).toFixed(0)} of a bare node:http server`,
      ratio: of(({ ratio }) => ratio),
      atLeast: 0.4,
    },
    {
      name: 'p50 / p99 under that load, ms',
      value: `${of(({ ours }) => ours.p50).toFixed(2)} / ${of(({ ours }) => ours.p99).toFixed(2)}`,
      limit: `${of(({ theirs }) => theirs.p50).toFixed(2)} / ${of(({ theirs }) => theirs.p99).toFixed(2)}`,
    },
  ],
)
bare.kill()
await service.stop()
