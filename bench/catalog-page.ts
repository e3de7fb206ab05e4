// How many catalog pages a second, beside a bare node:http server that sends the same bytes?
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { load, type Load } from './load.ts'
import { median, print } from './report.ts'
import { get } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const ROUNDS = 5
const WAYS = { connections: 32, seconds: 2, expect: 200 }

const service = await startService()
const stores = await shops(service.sql, 200, 50)
const requests = stores.map(({ key }) => get('/api/v1/products?limit=50', key))
const page = await fetch(`http://127.0.0.1:${service.port}/api/v1/products?limit=50`, {
  headers: { authorization: `Bearer ${stores[0]!.key}` },
})
const bytes = (await page.arrayBuffer()).byteLength

const bare = fork(new URL('bare-server.ts', import.meta.url), [String(bytes)])
const [barePort] = (await once(bare, 'message')) as [number]

await liftLimits(service.sql)
await load({ ...WAYS, port: service.port, requests })

const rounds: { ours: Load; theirs: Load; ratio: number }[] = []
for (let i = 0; i < ROUNDS; i++) {
  const ours = await load({ ...WAYS, port: service.port, requests })
  const theirs = await load({ ...WAYS, port: barePort, requests })
  rounds.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond })
}
const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))

print(
  `GET /api/v1/products?limit=50, ${(bytes / 1024).toFixed(0)} KiB, 32 connections, 200 keys of 200 stores`,
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
