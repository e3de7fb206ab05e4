// How many orders a second, beside the same database call made by a bare loop over the driver, and beside PostgreSQL's own
// benchmark on the same server? What do stock, an Idempotency-Key and a single busy store cost? And how long does an order take at
// half of that rate, beside a bare commit?
import { load, type Load } from './load.ts'
import { median, print, type Figure } from './report.ts'
import { DIGITS, post } from './requests.ts'
import { startService, type Bench } from './service.ts'
import { shops, type Shop } from './shops.ts'
import { commitAtRate, prepareTpcB, tpcB } from './tpc-b.ts'
import { placeOrderAs } from '../src/features/orders/create.ts'
import { connect } from '../src/core/database/db.ts'

const ROUNDS = 5
const CONNECTIONS = 32
const SECONDS = 2

const service = await startService()
const stores = await shops(service.sql, 50, 10)
const counted = await shops(service.sql, 50, 10)
const ids = counted.map(({ id }) => id)
await service.sql`update stores set keeps_stock = true where id = any(${ids}::text[])`
await service.sql`update variants set stock = 999999999 where store_id = any(${ids}::text[])`
await prepareTpcB(service.sql)
const loadOptions = { connections: CONNECTIONS, seconds: SECONDS, port: service.port, expect: 201 }
const plain = { ...loadOptions, requests: stores.map((store) => order(store)) }
const keyed = {
  ...loadOptions,
  requests: stores.map((store) => order(store, { 'idempotency-key': 'pedido-{n}' })),
}

const ofCounted = { ...loadOptions, requests: counted.map((store) => order(store)) }
const toOneStore = { ...loadOptions, requests: [order(stores[0]!)] }

await load(plain)
await driverLoop(service, stores)
type Round = {
  ours: Load
  keyed: number
  oneStore: number
  withStock: number
  bare: number
  standard: number
}
const rounds: Round[] = []
for (let i = 0; i < ROUNDS; i++) {
  const ours = await load(plain)
  const { perSecond: withKey } = await load(keyed)
  const { perSecond: oneStore } = await load(toOneStore)
  const { perSecond: withStock } = await load(ofCounted)
  const bare = await driverLoop(service, stores)
  const standard = await tpcB({ url: service.databaseUrl, connections: CONNECTIONS, seconds: SECONDS })
  rounds.push({ ours, keyed: withKey, oneStore, withStock, bare, standard })
}
const of = (pick: (round: Round) => number) => median(rounds.map(pick))
const halfRate = { connections: CONNECTIONS, seconds: 4, perSecond: of(({ ours }) => ours.perSecond) / 2 }
const atHalfRate: { order: number; commit: number }[] = []
for (let i = 0; i < ROUNDS; i++) {
  const { p99 } = await load({ ...plain, ...halfRate })
  atHalfRate.push({ order: p99, commit: await commitAtRate({ url: service.databaseUrl, ...halfRate }) })
}
const p99 = median(atHalfRate.map(({ order }) => order))
const commitP99 = median(atHalfRate.map(({ commit }) => commit))

print('POST /api/orders, 2 items, durable commit, distinct phones and addresses, 32 connections, 50 stores', [
  {
    name: 'orders a second',
    value: of(({ ours }) => ours.perSecond).toFixed(0),
    limit: `${of(({ bare }) => bare).toFixed(0)} of the same call by a bare driver loop`,
    ratio: of(({ ours, bare }) => ours.perSecond / bare),
    atLeast: 0.7,
  },
  {
    name: 'beside five statements of pgbench',
    value: of(({ ours }) => ours.perSecond).toFixed(0),
    limit: `${of(({ standard }) => standard).toFixed(0)} of its TPC-B-like transaction`,
    ratio: of(({ ours, standard }) => ours.perSecond / standard),
    atLeast: 1,
  },
  besidePlain('with an Idempotency-Key', ({ keyed }) => keyed, 'the same without one', 0.65),
  besidePlain('all to one store', ({ oneStore }) => oneStore, 'the same to 50 stores', 0.95),
  besidePlain(
    'where stock is counted',
    ({ withStock }) => withStock,
    'the same where it is not: an order costs at most 1.15 of one without',
    0.87,
  ),
  {
    name: 'p50 / p99 under that load, ms',
    value: `${of(({ ours }) => ours.p50).toFixed(1)} / ${of(({ ours }) => ours.p99).toFixed(1)}`,
  },
  {
    name: 'p99 at half of that rate, ms',
    value: p99.toFixed(1),
    limit: `${commitP99.toFixed(1)} of a bare commit at that rate`,
    ratio: median(atHalfRate.map(({ order, commit }) => order / commit)),
    atMost: 6,
  },
])
await service.stop()

function besidePlain(name: string, pick: (round: Round) => number, limit: string, atLeast: number): Figure {
  const ratio = of((round) => pick(round) / round.ours.perSecond)
  return { name: `${name}, a second`, value: of(pick).toFixed(0), limit, ratio, atLeast }
}

function order({ id, variantIds }: Shop, headers: Record<string, string> = {}) {
  const items = variantIds.slice(0, 2).map((variantId) => ({ variantId, quantity: 2 }))
  const body = { storeId: id, name: 'Ana Morales', phone: '+4915{n}', items }
  return post('/api/orders', body, { 'x-forwarded-for': '{ip}', ...headers })
}

/** Calls a second of the same function, by a loop that does nothing else. */
async function driverLoop({ databaseUrl }: Bench, shops: Shop[]): Promise<number> {
  const sql = connect(databaseUrl, { max: CONNECTIONS })
  const placement = { notify: false, by: 'shopper' as const, isTest: false }
  const first = Math.floor(Math.random() * 290_000_000)
  let placed = 0
  const end = performance.now() + SECONDS * 1000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const n = placed++
        const { id, variantIds } = shops[n % shops.length]!
        const from = n % (variantIds.length - 1)
        const items = variantIds.slice(from, from + 2).map((variantId) => ({ variantId, quantity: 2 }))
        const phone = `+4915${String(first + n).padStart(DIGITS, '0')}`
        await placeOrderAs(sql, { storeId: id, name: 'Ana Morales', phone, items }, placement)
      }
    }),
  )
  const perSecond = placed / ((performance.now() - began) / 1000)
  await sql.end()
  return perSecond
}
