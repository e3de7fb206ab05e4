import assert from 'node:assert/strict'
import { afterEach, mock, suite, test } from 'node:test'
import { connect, isTransientError } from '../../src/core/database/db.ts'
import { claim, claimBatches, enqueue } from '../../src/core/outbox/outbox.ts'
import { startService } from '../service.ts'
import { aProduct, aStore, anAddress, anOrder } from '../factories.ts'

const service = await startService()
const { sql } = service
const DAY = 24 * 3600_000

/** Shifts the clock of this process, which is the service's, but not the database's. */
function moveClock(ms: number) {
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now: Date.now() + ms })
}

afterEach(() => mock.timers.reset())

for (const [where, ms] of [
  ['ahead', 2 * DAY],
  ['behind', -2 * DAY],
] as const) {
  suite(`a clock that is set two days ${where}`, () => {
    test('neither expires leases nor delays deliveries', async () => {
      const store = await aStore(service)
      await sql`delete from deliveries`
      const recipient = `a ${where}`
      const to = (['mail', 'whatsapp'] as const).map((kind) => ({ kind, recipient }))
      await sql.begin((tx) =>
        enqueue(tx, [{ storeId: store.id, event: 'x', subjectId: null, payload: {}, to }]),
      )
      moveClock(ms)
      const mail = { kind: 'mail' as const, max: 10, perRecipient: 10 }
      assert.equal((await claim(sql, mail)).length, 1)
      const message = { kind: 'whatsapp' as const, max: 10, maxPerBatch: 10, paceSeconds: 6 }
      assert.equal((await claimBatches(sql, message)).length, 1)
      moveClock(-ms)
      assert.equal((await claim(sql, mail)).length, 0)
      assert.equal((await claimBatches(sql, message)).length, 0)
    })

    test('neither shortens nor extends the window of a rate limit', async () => {
      const address = anAddress()
      const ask = () => service.get('/api/check-slug?slug=tienda', undefined, address)
      for (let n = 0; n < 30; n++) assert.equal((await ask()).status, 200)
      moveClock(ms)
      const refused = await ask()
      assert.equal(refused.status, 429)
      const wait = Number(refused.headers.get('retry-after'))
      assert.ok(wait > 3500 && wait <= 3600, String(wait))
    })

    test('keeps idempotent responses, and prevents duplicate orders', async () => {
      const store = await aStore(service)
      const { variants } = await aProduct(service, store)
      const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
      const place = (key: string) =>
        service.post('/api/orders', { headers: { ...anAddress(), 'idempotency-key': key }, body })
      const first = await place('una')
      assert.equal(first.status, 201)
      moveClock(ms)
      const again = await place('una')
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.json, first.json)
      assert.equal((await place('otra')).json.code, 'DUPLICATE_ORDER')
    })

    test('neither ends a statement that runs, nor puts off the next attempt to connect', async () => {
      const pool = connect(service.databaseUrl, { max: 1, responseTimeout: 30_000 })
      const away = connect('postgres://nobody@127.0.0.1:9/none', { max: 1 })
      await pool`select 1`
      const statement = pool`select pg_sleep(1.5)`.execute()
      await assert.rejects(away`select 1`.execute(), isTransientError)
      moveClock(ms)
      await assert.rejects(away`select 1`.execute(), isTransientError)
      await statement
      await Promise.all([pool.end(), away.end()])
    })

    test('does not change the day of an order', async () => {
      const store = await aStore(service)
      const { variants } = await aProduct(service, store)
      moveClock(ms)
      const placed = await service.post('/api/orders', {
        headers: anAddress(),
        body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
      })
      const [row] = await sql<[{ age: number }]>`
        select extract(epoch from clock_timestamp() - created_at)::float8 as age from orders where id = ${placed.json.id}`
      assert.ok(row.age >= 0 && row.age < 60, `${row.age} s`)
    })
  })
}
