// How many messages of assistants a second, beside the REST requests that they become?
import { load, type Load } from './load.ts'
import { median, print } from './report.ts'
import { get, message, NEWEST } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const ROUNDS = 5
const LOAD_OPTIONS = { connections: 32, seconds: 2, expect: 200 }

const service = await startService()
const stores = await shops(service.sql, 200, 50)
await liftLimits(service.sql)

const rest = stores.map(({ key }) => get('/api/v1/products?limit=50', key))
const authorization = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` })
const listProducts = { name: 'list_products', arguments: { limit: 50 } }
const calls = stores.map((store) => message('/api/mcp', 'tools/call', listProducts, authorization(store)))
const lists = stores.map((store) => message('/api/mcp', 'tools/list', {}, authorization(store)))
for (const requests of [rest, calls, lists]) await load({ ...LOAD_OPTIONS, port: service.port, requests })

const rounds: { rest: Load; calls: Load; lists: Load }[] = []
for (let i = 0; i < ROUNDS; i++) {
  rounds.push({
    rest: await load({ ...LOAD_OPTIONS, port: service.port, requests: rest }),
    calls: await load({ ...LOAD_OPTIONS, port: service.port, requests: calls }),
    lists: await load({ ...LOAD_OPTIONS, port: service.port, requests: lists }),
  })
}
const limit = `${median(rounds.map((round) => round.rest.perSecond)).toFixed(0)} of GET /api/v1/products?limit=50`
const figure = (name: string, of: 'calls' | 'lists') => ({
  name,
  value: median(rounds.map((round) => round[of].perSecond)).toFixed(0),
  limit,
  ratio: median(rounds.map((round) => round[of].perSecond / round.rest.perSecond)),
  atLeast: 0.5,
})

print(`POST /api/mcp, revision ${NEWEST}, 32 connections, 200 keys of 200 stores with 50 products`, [
  figure('tools/call list_products a second', 'calls'),
  figure('tools/list a second', 'lists'),
])
await service.stop()
