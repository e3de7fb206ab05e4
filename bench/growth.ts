// Does a request, a job or a claim cost with 100,000 stores what it costs with 1,000, and is a backlog worked off in time that grows
// with its size alone? In pages of the database, cached or not, which are the same in a slow hour of the machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeliveryLoop } from '../src/core/outbox/delivery-loop.ts'
import { claimBatches, finish } from '../src/core/outbox/outbox.ts'
import { createLog } from '../src/core/process/log.ts'
import { openProviders } from '../src/features/payments/providers/providers.ts'
import { readConfig } from '../src/core/config/config.ts'
import { buildMissingIndexes } from '../src/process/database.ts'
import { maintenanceJobs } from '../src/process/worker.ts'
import { aKey, anAddress, anOrder } from '../test/factories.ts'
import { copiesOfStores } from '../test/many-stores.ts'
import { pagesRead, pagesSoFar } from '../test/pages-read.ts'
import { fillWithAged } from '../test/row-of-each-table.ts'
import { waitFor } from '../test/wait-for.ts'
import { print, type Figure } from './report.ts'
import { startService } from './service.ts'

const [FEW, MANY] = [1_000, Number(process.env['STORES'] ?? 100_000)]
const SAMPLE = 20
/** Rounds in which the connections make their plans anew, after the tables were analyzed. */
const WARM_UP = 3
/** Pages of a job: below, a ratio tells of nothing but the depth of an index. */
const SMALL = 50
const AT_MOST = 1.5

type Shop = { id: string; slug: string; key: string; variantId: string }
type Request = { name: string; send: (shop: Shop) => Promise<Response> }

const service = await startService({ WORKER: 'off' })
const { sql } = service
const base = `http://127.0.0.1:${service.port}`
const log = createLog('silent')

const get = (path: string, { key }: { key: string }) =>
  fetch(base + path, { headers: { authorization: `Bearer ${key}` } })

const post = (path: string, body: unknown) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...anAddress() },
    body: JSON.stringify(body),
  })

const requests: Request[] = [
  { name: 'GET /orders', send: (shop) => get('/api/v1/orders', shop) },
  { name: 'GET /products', send: (shop) => get('/api/v1/products', shop) },
  { name: 'GET /customers', send: (shop) => get('/api/v1/customers', shop) },
  { name: 'GET /stats', send: (shop) => get('/api/v1/stats', shop) },
  { name: 'a shop page', send: ({ slug }) => fetch(`${base}/${slug}`) },
  {
    name: 'POST /orders',
    send: ({ id, variantId }) => post('/api/orders', anOrder({ id }, [{ variantId, quantity: 1 }])),
  },
]

const began = performance.now()
const copy = await prepare()
const few = await readAll(FEW)
const many = await readAll(MANY)
const seeded = `seeded in ${((performance.now() - began) / 60_000).toFixed(1)} minutes, with the readings`
print(
  `Pages read with ${MANY.toLocaleString('en')} stores, limit with ${FEW.toLocaleString('en')} (${seeded})`,
  [...many].map(([name, pages]) => figure(name, pages, few.get(name) ?? SMALL)),
)
print('A provider that was away for an hour: time of a notice', await drained())
await service.stop()

function figure(name: string, value: number, limit: number, digits = 0): Figure {
  return {
    name,
    value: value.toFixed(digits),
    limit: limit.toFixed(digits),
    ratio: value === limit ? 1 : value / limit,
    atMost: AT_MOST,
  }
}

/** One store with a row in each table, of which nothing is due, and how it is copied. */
async function prepare() {
  await buildMissingIndexes(sql)
  const { sold, reviewed } = await fillWithAged({
    sql,
    get: async (path: string, key: string) => answerOf(await get(path, { key })),
    post: async (path: string, { body }: { body: unknown }) => answerOf(await post(path, body)),
  } as never)
  await sql`update products set deleted_at = now() - interval '1 year' where id = any(${[sold.id, reviewed.id]})`
  await sql`update slugs set held_until = now() + interval '1 day' where held_until is not null`
  await sql`update invitations set expires_at = now() + interval '1 day'`
  await sql`update account_challenges set expires_at = now() + interval '1 day'`
  await sql`update carts set expires_at = now() + interval '1 day'`
  await sql`update key_requests set at = now() - interval '1 day'`
  return copiesOfStores(sql)
}

/** As the tests' factories take it. */
async function answerOf(response: Response) {
  const text = await response.text()
  return { status: response.status, text, json: JSON.parse(text) as unknown }
}

async function readAll(stores: number): Promise<Map<string, number>> {
  await copy(stores)
  const read = await readRequests()
  await settle()
  return new Map([...read, ...(await readJobs()), ...(await readClaim(stores))])
}

/** So that the requests left nothing to do. */
async function settle(): Promise<void> {
  await sql`update deliveries set state = 'done', finished_at = now() where state = 'waiting'`
  await sql`update key_requests set at = now() - interval '1 day' where at > now() - interval '1 day'`
  await sql`truncate due_recipients, recipient_wakes`
}

/** Of a sample of shops, whose pages the process has by now. */
async function readRequests(): Promise<[string, number][]> {
  const sample = await someShops()
  const read: [string, number][] = []
  for (let round = 0; round < WARM_UP; round++)
    for (const { send } of requests) await Promise.all(sample.map(async (shop) => (await send(shop)).text()))
  let before = await reportedPages()
  for (const { name, send } of requests) {
    for (const shop of sample) {
      const response = await send(shop)
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
      await response.text()
    }
    const after = await reportedPages()
    read.push([name, (after - before) / SAMPLE])
    before = after
  }
  return read
}

/** Sessions that have nothing more to do report what they have read after ten seconds. */
async function reportedPages(): Promise<number> {
  await sleep(11_000)
  return pagesSoFar(sql)
}

async function someShops(): Promise<Shop[]> {
  const stores = await sql<(Omit<Shop, 'key'> & { accountId: string })[]>`
    select stores.id, slug, account_id, (
      select variants.id
      from variants
      join products on products.store_id = variants.store_id and products.id = product_id
      where variants.store_id = stores.id and removed_at is null and deleted_at is null
      limit 1
    ) as variant_id
    from stores
    cross join lateral (select account_id from members where store_id = stores.id limit 1) as member
    order by md5(stores.id)
    limit ${SAMPLE}`
  const shops: Shop[] = []
  for (const { accountId, ...store } of stores)
    shops.push({ ...store, key: await aKey(service, { accountId, storeId: store.id }) })
  return shops
}

/** All jobs together, which have nothing to do, and each that reads more than an index or two. */
async function readJobs(): Promise<[string, number][]> {
  const config = readConfig({ DATABASE_URL: service.databaseUrl })
  const jobs = maintenanceJobs(config, openProviders(config))
  const read: [string, number][] = []
  for (const { name, run } of jobs)
    read.push([`job: ${name}`, await pagesRead(service.databaseUrl, (one) => run(one, log))])
  const sum = read.reduce((all, [, pages]) => all + pages, 0)
  return [[`all ${jobs.length} jobs`, sum], ...read.filter(([, pages]) => pages > SMALL)]
}

/** Of 20 deliveries, while one of each store waits. */
async function readClaim(recipients: number): Promise<[string, number][]> {
  const read: [string, number][] = []
  for (const [kind, statement] of [
    ['webhook', `select from claim_due(new_id(), 'webhook', 20, 10, 60)`],
    ['whatsapp', `select from claim_due_batches(new_id(), 'whatsapp', 20, 25, 6, 60)`],
  ] as const) {
    await backlog(kind, recipients)
    read.push([`claim of 20: ${kind}`, await pagesRead(service.databaseUrl, (one) => one.unsafe(statement))])
    await clear()
  }
  return read
}

/** Deliveries of so many recipients that have failed and are due again, as after an hour without their provider. */
async function backlog(kind: string, recipients: number): Promise<void> {
  await sql`
    insert into deliveries (store_id, id, kind, recipient, event, payload_id, attempts, subject_id)
    select 'backlog', new_id(), ${kind}, 'r' || n, 'order.created', 'p', 3, 'o'
    from generate_series(1, ${recipients}::int) as n`
  await sql`
    insert into due_recipients (kind, recipient, in_flight, due_at)
    select kind, recipient, 0, due_at from deliveries where store_id = 'backlog'`
  await sql`analyze deliveries`
  await sql`analyze due_recipients`
}

async function clear(): Promise<void> {
  await sql`delete from deliveries where store_id = 'backlog'`
  await sql`truncate due_recipients, recipient_wakes, recipient_pace`
  await sql.unsafe('vacuum deliveries')
}

/** Through the loop of the worker, with a provider that answers at once. */
async function drained(): Promise<Figure[]> {
  const [few, many] = [await drain(5_000), await drain(50_000)]
  return [figure('50,000 recipients beside 5,000, µs a recipient', many, few)]
}

async function drain(recipients: number): Promise<number> {
  await backlog('whatsapp', recipients)
  const since = performance.now()
  const loop = startDeliveryLoop({
    name: 'growth',
    sql,
    kind: 'whatsapp',
    log,
    max: 64,
    leaseSeconds: undefined,
    claim: (max, id) => claimBatches(sql, { id, kind: 'whatsapp', max, maxPerBatch: 25, paceSeconds: 0 }),
    deliveriesOf: (batch) => batch,
    deliver: (batch, _signal, record) => record(() => finish(sql, batch, {})),
    close: () => {},
  })
  const waits = () => sql`select from deliveries where kind = 'whatsapp' and state = 'waiting' limit 1`
  await waitFor(async () => (await waits()).length === 0, 600)
  const time = ((performance.now() - since) / recipients) * 1_000
  await loop.stop()
  await clear()
  return time
}
