// How long does a single request take without any other load, beside the bare round trip to the database?
import { load } from './load.ts'
import { median, print } from './report.ts'
import { get, post } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const ONE_CONNECTION = { connections: 1, seconds: 1.5 }

const service = await startService()
const [shop] = await shops(service.sql, 1, 50)
await liftLimits(service.sql)
const page = [get('/api/v1/products?limit=50', shop!.key)]
const items = shop!.variantIds.slice(0, 2).map((variantId) => ({ variantId, quantity: 2 }))
const body = { storeId: shop!.id, name: 'Ana Morales', phone: '+4915{n}', items }
const order = [post('/api/orders', body, { 'x-forwarded-for': '{ip}' })]
const { port } = service

await load({ ...ONE_CONNECTION, port, requests: page, expect: 200 })
const pages = await load({ ...ONE_CONNECTION, port, requests: page, expect: 200 })
await load({ ...ONE_CONNECTION, port, requests: order, expect: 201 })
const orders = await load({ ...ONE_CONNECTION, port, requests: order, expect: 201 })
const roundTrip = await bareRoundTrip()

print('One request at a time, p50 / p99 in ms', [
  { name: 'bare round trip to the database', value: roundTrip.toFixed(2) },
  { name: 'GET /api/v1/products?limit=50', value: `${pages.p50.toFixed(2)} / ${pages.p99.toFixed(2)}` },
  { name: 'POST /api/orders', value: `${orders.p50.toFixed(2)} / ${orders.p99.toFixed(2)}` },
])
await service.stop()

async function bareRoundTrip(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 2_000; i++) {
    const began = performance.now()
    await service.sql`select 1`
    times.push(performance.now() - began)
  }
  return median(times)
}
