// What does the record of changes cost a product's update, beside the same update without its trigger?
import { median, print } from './report.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const ROUNDS = 15
const UPDATES = 60

const service = await startService()
const [shop] = await shops(service.sql, 1, 50)
await liftLimits(service.sql)
const address = `http://127.0.0.1:${service.port}/api/v1/products`
const headers = { authorization: `Bearer ${shop!.key}`, 'content-type': 'application/json' }
const [product] = ((await (await fetch(address, { headers })).json()) as { data: { id: string }[] }).data
let price = 1

await round('enable')
const rounds: { recorded: number; plain: number; ratio: number }[] = []
for (let n = 0; n < ROUNDS; n++) {
  const recorded = await round('enable')
  const plain = await round('disable')
  rounds.push({ recorded, plain, ratio: recorded / plain })
}
const of = (name: 'recorded' | 'plain' | 'ratio') => median(rounds.map((one) => one[name]))
print('PUT /api/v1/products/{id}, one at a time', [
  {
    name: 'ms with its record',
    value: of('recorded').toFixed(2),
    limit: `${of('plain').toFixed(2)} without`,
    ratio: of('ratio'),
    atMost: 1.15,
  },
])
await service.stop()

/** The median of some updates, in ms; the first ones plan anew what the switch of the trigger made invalid. */
async function round(trigger: 'enable' | 'disable'): Promise<number> {
  await service.sql.unsafe(`alter table products ${trigger} trigger record_change`)
  const times: number[] = []
  for (let n = 0; n < UPDATES; n++) {
    const began = performance.now()
    const { status } = await fetch(`${address}/${product!.id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ price: price++ }),
    })
    if (status !== 200) throw new Error(`The update was answered with ${status}`)
    if (n >= 10) times.push(performance.now() - began)
  }
  return median(times)
}
