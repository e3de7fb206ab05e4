// How many catalog pages a second, beside a bare node:http server that sends the same bytes?
import { compareWithBaseline } from './compare-with-baseline.ts'
import { get } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const service = await startService()
const stores = await shops(service.sql, 200, 50)
const requests = stores.map(({ key }) => get('/api/v1/products?limit=50', key))
const page = await fetch(`http://127.0.0.1:${service.port}/api/v1/products?limit=50`, {
  headers: { authorization: `Bearer ${stores[0]!.key}` },
})
const bytes = (await page.arrayBuffer()).byteLength

await liftLimits(service.sql)
const pages = {
  title: `GET /api/v1/products?limit=50, ${(bytes / 1024).toFixed(0)} KiB, 200 keys of 200 stores`,
  port: service.port,
  requests,
  bytes,
}
await compareWithBaseline({ ...pages, connections: 32, atLeast: 0.35 })
await compareWithBaseline({ ...pages, connections: 128, atLeast: 0.5 })
await service.stop()
