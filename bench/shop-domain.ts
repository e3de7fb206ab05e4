// Are pages of shops on their own domains as fast as those at the service's address? Both are cached; asked in turn.
import { print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'
import { beside } from './turns.ts'

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
  print(`GET / by domain beside GET /{slug}, 25 stores each, ${connections} connections`, [
    await beside(
      { what: 'pages by domain', requests: byDomain },
      { what: 'by slug', requests: bySlug },
      { port: service.port, connections, atLeast: 0.97 },
    ),
  ])
}
await service.stop()
