import assert from 'node:assert/strict'
import { request as ask } from 'node:http'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aStore } from '../../../test/factories.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { buildApp } from '../../doors/app.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/db.ts'
import { createLog } from '../process/log.ts'

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`

const service = await startService()

/** A second process on the same database, with few connections, and what it logs. */
async function aLoggingProcess(env: Record<string, string> = {}) {
  const lines: Record<string, any>[] = [] // oxlint-disable-line typescript/no-explicit-any
  const sql = connect(service.databaseUrl, { max: 1 })
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await buildApp(
    readConfig({ DATABASE_URL: service.databaseUrl, TRUST_PROXY: '127.0.0.1', ...env }),
    sql,
    log,
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  after(async () => {
    await app.close()
    await sql.end({ timeout: 5 })
  })
  return { url, sql, lines, requests: () => lines.filter(({ msg }) => msg === 'request') }
}

/** A table that nobody else can read, until somebody has waited for it for a while. */
async function lock(table: string) {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = service.sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  async function releaseOnceWaitedFor() {
    const waiting = () =>
      service.sql`select from pg_locks where not granted and relation = ${table}::regclass`
    await waitFor(async () => (await waiting()).length > 0)
    await sleep(120)
    released.resolve()
    await holding
  }
  return { releaseOnceWaitedFor }
}

suite('the log line of a request', () => {
  test("has the caller's trace with a span of its own, and a new trace without one", async () => {
    const { url, requests } = await aLoggingProcess()
    for (const traceparent of [TRACEPARENT, 'malformed', undefined])
      await fetch(`${url}/api/health`, { headers: traceparent ? { traceparent } : {} })
    await waitFor(() => requests().length === 3)
    const [own, ...others] = requests()
    assert.equal(own!['traceId'], TRACE)
    assert.notEqual(own!['spanId'], SPAN)
    for (const { traceId, spanId } of [own!, ...others]) {
      assert.match(traceId, /^[0-9a-f]{32}$/)
      assert.match(spanId, /^[0-9a-f]{16}$/)
    }
    assert.equal(new Set(requests().map(({ traceId }) => traceId)).size, 3)
    assert.equal(own!['slow'], undefined)
  })

  test('has the route pattern also for a 405, and none for an unknown path', async () => {
    const { url, requests } = await aLoggingProcess()
    await fetch(`${url}/api/v1/orders/x`, { method: 'DELETE' })
    await fetch(`${url}/api/v1/nada`)
    await waitFor(() => requests().length === 2)
    const routes = requests().map(({ route, status }) => `${status} ${route}`)
    assert.deepEqual(routes.toSorted(), ['404 undefined', '405 /api/v1/orders/:id'])
  })

  test('has the waiting times of a slow request, with the longest statement but without its values', async () => {
    const { url, requests } = await aLoggingProcess({ SLOW_REQUEST_MS: '0' })
    const store = await aStore(service)
    const [keys, orders] = [await lock('api_keys'), await lock('orders')]
    const headers = { authorization: `Bearer ${store.key}` }
    const requested = fetch(`${url}/api/v1/orders?search=Morales`, { headers })
    for (const table of [keys, orders]) await table.releaseOnceWaitedFor()
    await requested
    await waitFor(() => requests().length === 1)
    const { slow, ms } = requests()[0]!
    assert.ok(slow.lookups >= 100, 'the key waited for its table')
    assert.ok(slow.statements >= 100, 'the list waited for the orders')
    assert.ok(slow.statementCount >= 1 && slow.longest.ms >= 100)
    assert.match(slow.longest.statement, /^(?:select|with) .*\borders\b/)
    assert.ok(slow.rest + slow.sending <= ms)
    assert.doesNotMatch(JSON.stringify(requests()), /Morales/)
  })

  test('has the time that a slow body took, and the statements of a form of the panel', async () => {
    const { url, requests } = await aLoggingProcess({ SLOW_REQUEST_MS: '0' })
    const { person, base } = await aMember({ ...service, url }, 'OWNER')
    await person.post(`${base}/categorias`, { name: 'Tés' })
    await waitFor(() => requests().some(({ route }) => route.startsWith('/panel')))
    const form = requests().find(({ route }) => route.startsWith('/panel'))!
    assert.ok(form['slow'].statementCount > 3)

    const body = JSON.stringify({ storeId: 'x', type: 'ADD_TO_CART', sessionId: 's' })
    await new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const slowly = ask(`${url}/api/orders`, { method: 'POST', headers }, (response) =>
        response.resume().on('end', resolve),
      )
      slowly.on('error', reject).write(body.slice(0, 5))
      const counted = () => service.sql`select from rate_hits where key like 'orders:%'`
      void waitFor(async () => (await counted()).length > 0)
        .then(() => sleep(150))
        .then(() => slowly.end(body.slice(5)))
    })
    await waitFor(() => requests().some(({ route }) => route === '/api/orders'))
    assert.ok(requests().find(({ route }) => route === '/api/orders')!['slow'].body >= 100)
  })
})

suite('the cause of a 5xx', () => {
  test('is logged once, also where the panel called the API', async () => {
    const { url, lines } = await aLoggingProcess()
    const { person, base, store } = await aMember({ ...service, url }, 'OWNER')
    const failures = () => lines.filter(({ level }) => level > 30)
    await service.sql`alter table categories rename to elsewhere`
    try {
      await fetch(`${url}/api/v1/categories`, { headers: { authorization: `Bearer ${store.key}` } })
      await waitFor(() => failures().length === 1)
      assert.match(failures()[0]!['err'].message, /categories/)
      const page = await person.post(`${base}/categorias`, { name: 'Cafés' })
      assert.equal(page.status, 500)
      await waitFor(
        () => lines.filter(({ msg, route }) => msg === 'request' && route?.startsWith('/panel')).length === 1,
      )
      assert.equal(failures().length, 2)
      assert.match(failures()[1]!['err'].message, /categories/)
    } finally {
      await service.sql`alter table elsewhere rename to categories`
    }
  })
})
