import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/core/database/db.ts'
import { aProduct, aStore, anAddress, anOrder } from '../factories.ts'
import { waitForStatus, freePort, startProcess } from '../process.ts'
import { waitFor } from '../wait-for.ts'
import { binaries, startServers, type Server } from './standbys.ts'

const reason = !binaries
  ? "needs Debian's PostgreSQL: apt-get install postgresql"
  : process.env['TEST_DATABASE_URL'] && 'brings its own servers: they run with the other tests'

/** What became of an order by one phone: with a key it is sent until it is placed, without one once. */
type Attempt = { phone: string; isKeyed: boolean; id?: string }

suite('a primary with two synchronous standbys', { skip: reason || false }, async () => {
  if (reason) return
  const [first, second, third] = (await startServers()) as [Server, Server, Server]
  const hosts = [first, second, third].map(({ port }) => `127.0.0.1:${port}`).join()
  const databaseUrl = `postgres://vitrina@${hosts}/postgres?target_session_attrs=read-write`
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-standbys-data-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const service = startProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  const url = `http://127.0.0.1:${port}`
  await waitForStatus(`${url}/api/ready`)
  const sql = connect(databaseUrl, { max: 2 })
  after(() => sql.end({ timeout: 0 }))
  const store = await aStore({ sql }, { whatsappNumber: null })
  const { variants } = await aProduct({ sql }, store)

  const attempts: Attempt[] = []
  const statuses: Record<string, number> = {}

  async function attempt(isKeyed: boolean): Promise<Attempt> {
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    const made: Attempt = { phone: body.phone, isKeyed }
    attempts.push(made)
    for (;;) {
      const { status, headers, json } = await send(body, isKeyed ? { 'idempotency-key': body.phone } : {})
      statuses[`${status} ${json.code ?? ''}`] = (statuses[`${status} ${json.code ?? ''}`] ?? 0) + 1
      if (status === 201) made.id = json.id!
      else if (status === 503) assert.match(headers.get('retry-after') ?? '', /^\d+$/)
      else assert.equal(json.code, 'IDEMPOTENCY_IN_PROGRESS')
      if (!isKeyed || made.id) return made
      await sleep(200)
    }
  }

  async function send(body: object, headers: Record<string, string>) {
    const response = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...anAddress(), ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000), // it answers within 5 s, where nothing else is slow
    })
    return {
      status: response.status,
      headers: response.headers,
      json: (await response.json()) as { id?: string; code?: string },
    }
  }

  const placed = () => attempts.filter(({ id }) => id).length
  const some = (isKeyed: boolean, count: number) =>
    Promise.all(Array.from({ length: count }, () => attempt(isKeyed)))

  /** Places orders until it is stopped. */
  function startOrdering() {
    const over = new AbortController()
    const clients = [true, true, false, false].map(async (isKeyed) => {
      while (!over.signal.aborted) {
        await attempt(isKeyed)
        await sleep(10)
      }
    })
    return async () => {
      over.abort()
      await Promise.all(clients)
    }
  }

  test('keeps accepting orders when one standby dies', async () => {
    await attempt(true) // what the first order prepares may take a slow machine longer than an order may take
    for (const status of Object.keys(statuses)) delete statuses[status]
    third.kill()
    // One after the other: twenty at once may pass their deadline on a slow machine.
    for (let n = 0; n < 20; n++) assert.ok((await attempt(false)).id)
    assert.deepEqual(statuses, { '201 ': 20 })
  })

  test('responds to every order in time when both are down, and places it once when one is back', async () => {
    second.kill()
    const keyed = some(true, 5)
    const made = await some(false, 5)
    assert.deepEqual(made.filter(({ id }) => id), []) // prettier-ignore
    await waitForStatus(`${url}/api/ready`, 503)
    await second.start()
    assert.deepEqual((await keyed).filter(({ id }) => !id), []) // prettier-ignore
    await waitForStatus(`${url}/api/ready`)
    await third.start()
    await waitFor(async () => (await first.followers()) === 2)
  })

  test('loses no acknowledged order when it is killed under load and a standby takes over', async (t) => {
    const stop = startOrdering()
    t.after(stop)
    const begun = placed()
    await waitFor(() => placed() > begun + 200)
    first.kill()
    await sleep(1_000) // the time of a failure detector
    const [next, other] =
      (await second.receivedLsn()) >= (await third.receivedLsn()) ? [second, third] : [third, second]
    const before = placed()
    const promoted = performance.now()
    await next.sql`select pg_promote()`
    await other.follow(next)
    await waitFor(() => placed() > before)
    t.diagnostic(`orders flow ${Math.round(performance.now() - promoted)} ms after the promotion`)
    await waitFor(() => placed() > before + 50)
    await stop()
    assert.equal(service.child.exitCode, null)

    const rows = await next.sql<
      { id: string; phone: string }[]
    >`select id, customer_phone as phone from orders`
    const byPhone = Map.groupBy(rows, ({ phone }) => phone)
    const ids = new Set(rows.map(({ id }) => id))
    assert.deepEqual(attempts.filter(({ id }) => id && !ids.has(id)), []) // prettier-ignore
    assert.deepEqual([...byPhone.values()].filter((orders) => orders.length > 1), []) // prettier-ignore
    assert.deepEqual(attempts.filter(({ isKeyed, phone }) => isKeyed && !byPhone.has(phone)), []) // prettier-ignore
    assert.deepEqual(Object.keys(statuses).filter((status) => !/^(201 |503 |409 IDEMPOTENCY)/.test(status)), []) // prettier-ignore
  })
})
