// How many changes of products and of orders' statuses a second, beside the same statements sent by a bare loop?
import { readConfig } from '../src/core/config/config.ts'
import { connect, type Db } from '../src/core/database/db.ts'
import { newId } from '../src/core/values/id.ts'
import { seedLoad } from '../src/features/demo/load/seed.ts'
import { moveOrder } from '../src/features/orders/move.ts'
import { changeProduct } from '../src/features/products/update.ts'
import { load } from './load.ts'
import { median, print, type Figure } from './report.ts'
import { put } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits } from './shops.ts'

const ROUNDS = 3
const CONNECTIONS = 32
const UPDATES = 1_000
const SHOPS = { stores: 50, products: 10, orders: 20 }

/** What is changed, in an order in which neighbours are of different stores. */
type Target = { storeId: string; id: string }
type Change = { body: string; bare: (sql: Db, target: Target, n: number) => Promise<unknown> }

const service = await startService()
const config = readConfig({})
const shops = await seedLoad(service.sql, SHOPS)
await liftLimits(service.sql)
const keys = new Map(shops.keys.map(({ storeId, key }) => [storeId, key]))
const products = await service.sql<Target[]>`select store_id, id from products order by md5(id)`
const orders = await service.sql<Target[]>`select store_id, id from orders order by md5(id)`

print(`Changes, durable commit, ${CONNECTIONS} connections, ${SHOPS.stores} stores`, [
  await compare('PUT /api/v1/products/{id}, changes a second', 'products', products, {
    body: '{"description":"Cambio {n}"}',
    bare: (sql, { storeId, id }, n) => {
      const by = { changeId: newId(), by: 'api', accountId: null, keyId: null } as const
      const changes = { description: `Cambio ${n}` }
      return sql.attributedTo(by).begin((tx) => changeProduct(tx, { storeId, id }, changes))
    },
  }),
  await compare('PUT /api/v1/orders/{id}, statuses a second', 'orders', orders, {
    body: '{"status":"confirmed"}',
    bare: (sql, { storeId, id }) =>
      sql.begin((tx) => moveOrder(tx, config, { storeId, id, to: 'confirmed', by: 'api' })),
  }),
])
await service.stop()

async function compare(
  name: string,
  path: string,
  targets: readonly Target[],
  { body, bare }: Change,
): Promise<Figure> {
  const requests = targets.map(({ storeId, id }) => put(`/api/v1/${path}/${id}`, keys.get(storeId)!, body))
  const loadOptions = { port: service.port, connections: CONNECTIONS, count: UPDATES, requests, expect: 200 }
  const rounds: { ours: number; bare: number }[] = []
  for (let i = 0; i <= ROUNDS; i++) {
    await resetOrders()
    const ours = (await load(loadOptions)).perSecond
    await resetOrders()
    const theirs = await bareLoop(targets, bare)
    if (i > 0) rounds.push({ ours, bare: theirs })
  }
  return {
    name,
    value: median(rounds.map(({ ours }) => ours)).toFixed(0),
    limit: `${median(rounds.map((round) => round.bare)).toFixed(0)} of the same statements by a bare loop`,
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    atLeast: 0.7,
  }
}

/** Makes every order pending again; the sums become wrong, but no benchmark reads them. */
async function resetOrders() {
  await service.sql`update orders set status = 'pending' where status <> 'pending'`
}

/** Changes a second by a loop over the driver that does nothing else. */
async function bareLoop(targets: readonly Target[], change: Change['bare']): Promise<number> {
  const sql = connect(service.databaseUrl, { max: CONNECTIONS })
  let begun = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (begun < UPDATES) {
        const n = begun++
        await change(sql, targets[n % targets.length]!, n + Date.now())
      }
    }),
  )
  const perSecond = UPDATES / ((performance.now() - began) / 1000)
  await sql.end()
  return perSecond
}
