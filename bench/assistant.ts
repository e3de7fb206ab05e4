// How many messages of assistants a second, beside the REST requests that they become?
import { load, type Load } from './load.ts'
import { median, print } from './report.ts'
import { get, post } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const ROUNDS = 5
const LOAD_OPTIONS = { connections: 32, seconds: 2, expect: 200 }
const NEWEST = '2026-07-28'

const service = await startService()
const stores = await shops(service.sql, 200, 50)
await liftLimits(service.sql)

const rest = stores.map(({ key }) => get('/api/v1/products?limit=50', key))
const calls = stores.map(({ key }) =>
  ask(key, 'tools/call', { name: 'list_products', arguments: { limit: 50 } }),
)
const lists = stores.map(({ key }) => ask(key, 'tools/list', {}))
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

/** A message as clients of the newest revision send it. */
function ask(key: string, method: string, params: { name?: string; arguments?: object }): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return post(
    '/api/mcp',
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': NEWEST,
      'mcp-method': method,
      ...(params.name && { 'mcp-name': params.name }),
    },
  )
}
