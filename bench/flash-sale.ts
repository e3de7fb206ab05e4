// One product with a stock of 500, and 2,000 shoppers in ten seconds, each of whom looks at it and then orders one: are exactly
// 500 sold, is everyone answered, how long does its page take, and how much slower are other stores meanwhile?
import { load } from './load.ts'
import { median, print } from './report.ts'
import { post } from './requests.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'
import { aProduct } from '../test/factories.ts'

const ROUNDS = 3
const STOCK = 500
const SHOPPERS = 2_000
const SECONDS = 10
const OTHERS_A_SECOND = 50

const service = await startService()
const { port, sql } = service
const [shop, ...others] = await shops(sql, 21, 10)
const [{ slug }] = await sql<[{ slug: string }]>`select slug from stores where id = ${shop!.id}`
const elsewhere = others.map(({ id, variantIds }) => order(id, variantIds[0]!))

await ordersElsewhere(3)
const rounds: { sold: number; pages: number; orders: number; alone: number; beside: number }[] = []
for (let i = 0; i < ROUNDS; i++) rounds.push(await sale())
const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))

print(`${SHOPPERS} shoppers of one product in ${SECONDS} s, ${STOCK} in stock`, [
  { name: 'sold, everyone answered', value: rounds.map(({ sold }) => sold).join(', '), limit: String(STOCK) },
  {
    name: 'its page, p99, ms',
    value: of(({ pages }) => pages).toFixed(1),
    limit: '100',
    ratio: of(({ pages }) => pages) / 100,
    atMost: 1,
  },
  { name: 'its orders, p99, ms', value: of(({ orders }) => orders).toFixed(1) },
  {
    name: `orders of ${others.length} other stores meanwhile, p50, ms`,
    value: of(({ beside }) => beside).toFixed(2),
    limit: `${of(({ alone }) => alone).toFixed(2)} without the sale`,
    ratio: of(({ beside, alone }) => beside / alone),
    atMost: 1.5,
  },
])
await service.stop()

/** @throws where another number than the stock was sold, or somebody was answered neither yes nor no */
async function sale() {
  const alone = await ordersElsewhere(SECONDS / 2)
  const product = await aProduct({ sql }, shop!, { variants: [{ name: '250 g', stock: STOCK }] })
  const variantId = product.variants[0]!.id
  const page = `GET /${slug}/p/${product.slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n`
  const shoppers = { port, connections: 64, seconds: SECONDS, perSecond: SHOPPERS / SECONDS }
  const [pages, orders, beside] = await Promise.all([
    load({ ...shoppers, requests: [page], expect: 200 }),
    load({ ...shoppers, requests: [order(shop!.id, variantId)], expect: [201, 400] }),
    ordersElsewhere(SECONDS),
  ])
  const [{ sold, left }] = await sql<[{ sold: number; left: number }]>`
    select
      (
        select count(*)
        from orders
        where store_id = ${shop!.id} and items @> ${sql.json([{ variantId }])}::jsonb
      ) as sold,
      (select stock from variants where store_id = ${shop!.id} and id = ${variantId}) as left`
  if (sold !== STOCK || left !== 0) throw new Error(`${sold} were sold and ${left} are left of ${STOCK}`)
  return { sold, pages: pages.p99, orders: orders.p99, alone: alone.p50, beside: beside.p50 }
}

function ordersElsewhere(seconds: number) {
  return load({
    port,
    connections: 16,
    seconds,
    perSecond: OTHERS_A_SECOND,
    requests: elsewhere,
    expect: 201,
  })
}

function order(storeId: string, variantId: string) {
  const body = { storeId, name: 'Ana Morales', phone: '+4915{n}', items: [{ variantId, quantity: 1 }] }
  return post('/api/orders', body, { 'x-forwarded-for': '{ip}' })
}
