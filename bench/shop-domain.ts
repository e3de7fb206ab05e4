// Are pages of shops on their own domains as fast as those at the service's address? Both are cached; asked in turn.
import { load } from './load.ts'
import { median, print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const ROUNDS = 15
const service = await startService()
const stores = await shops(service.sql, 50, 48)
const rows = await service.sql<{ id: string; slug: string }[]>`
  select id, slug from stores where id = any(${stores.map(({ id }) => id)})`
const [here, elsewhere] = [rows.slice(0, 25), rows.slice(25)]
for (const { id, slug } of elsewhere) {
  await service.sql`insert into domains (store_id, domain, state) values (${id}, ${`${slug}.example`}, 'open')`
  await service.sql`update stores set domain = ${`${slug}.example`} where id = ${id}`
}
const get = (path: string, host: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip, br\r\n\r\n`
const bySlug = here.map(({ slug }) => get(`/${slug}`, 'bench'))
const byDomain = elsewhere.map(({ slug }) => get('/', `${slug}.example`))

for (const connections of [32, 1]) {
  const measure = (requests: string[]) =>
    load({ connections, seconds: 1, expect: 200, port: service.port, requests })
  const rounds: { slug: number; domain: number }[] = []
  await measure(bySlug)
  await measure(byDomain)
  for (let i = 0; i < ROUNDS; i++) {
    // They alternate in going first.
    const first = (await measure(i % 2 === 0 ? bySlug : byDomain)).perSecond
    const second = (await measure(i % 2 === 0 ? byDomain : bySlug)).perSecond
    rounds.push(i % 2 === 0 ? { slug: first, domain: second } : { slug: second, domain: first })
  }
  print(`GET / by domain beside GET /{slug}, 25 stores each, ${connections} connections`, [
    {
      name: 'pages a second',
      value: median(rounds.map(({ domain }) => domain)).toFixed(0),
      limit: `${median(rounds.map(({ slug }) => slug)).toFixed(0)} by slug`,
      ratio: median(rounds.map(({ slug, domain }) => domain / slug)),
      atLeast: 0.97,
    },
  ])
}
await service.stop()
