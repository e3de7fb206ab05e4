import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connect } from '../../src/core/database/db.ts'
import { findEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { waitForStatus, freePort, startProcess } from '../process.ts'
import { waitFor } from '../wait-for.ts'
import { aProduct, aStore, anAddress } from '../factories.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-killed-'))
after(() => rm(dataDir, { recursive: true, force: true }))

async function startService() {
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', WORKER: 'off' }
  const started = startProcess(env)
  const url = `http://127.0.0.1:${port}`
  await waitForStatus(`${url}/api/ready`)
  return { ...started, url }
}

/** No answer is what we came for; a wrong one is not. */
function onlyUnanswered(error: unknown) {
  if (error instanceof assert.AssertionError) throw error
  return false
}

async function openDatabase() {
  const sql = connect((await findEmbeddedPostgres(dataDir))!.url, { max: 2 })
  after(() => sql.end({ timeout: 1 }))
  return sql
}

suite('a service that is killed under load', () => {
  test('loses no acknowledged order, and retries place each of the others once', async () => {
    const first = await startService()
    const sql = await openDatabase()
    const store = await aStore({ sql })
    const { variants } = await aProduct({ sql }, store)
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values (${store.id}, 'w', 'https://ejemplo.test', 'whsec_', '{order.created}')`

    let asked = 0
    const placed = new Map<number, string>()
    const unanswered: number[] = []
    const place = async (url: string, n: number) => {
      const response = await fetch(`${url}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `pedido ${n}`, ...anAddress() },
        body: JSON.stringify({
          storeId: store.id,
          name: 'Ana Morales',
          phone: `+502${50_000_000 + n}`,
          items: [{ variantId: variants[0]!.id, quantity: 1 }],
        }),
      })
      assert.equal(response.status, 201)
      placed.set(n, ((await response.json()) as { id: string }).id)
    }
    const askUntilItIsGone = async () => {
      for (;;) {
        const n = asked++
        const isPlaced = await place(first.url, n).then(() => true, onlyUnanswered)
        if (!isPlaced) return void unanswered.push(n)
      }
    }
    const clients = Array.from({ length: 8 }, askUntilItIsGone)
    await waitFor(() => placed.size >= 60)
    first.child.kill('SIGKILL')
    await Promise.all(clients)
    await sql.end({ timeout: 1 })

    const second = await startService()
    const again = await openDatabase()
    const stored = async () => {
      const rows = await again<{ id: string; deliveries: number }[]>`
        select orders.id, count(deliveries.id)::int as deliveries
        from orders
        left join deliveries on deliveries.store_id = orders.store_id and subject_id = orders.id
        where orders.store_id = ${store.id}
        group by orders.id`
      for (const { deliveries, id } of rows) assert.equal(deliveries, 1, id)
      return new Set(rows.map(({ id }) => id))
    }
    const survivors = await stored()
    assert.deepEqual([...placed.values()].filter((id) => !survivors.has(id)), []) // prettier-ignore

    assert.ok(unanswered.length > 0)
    for (const n of unanswered) await place(second.url, n)
    const all = await stored()
    assert.equal(all.size, asked)
    assert.deepEqual([...all].toSorted(), [...placed.values()].toSorted())
    const [{ total }] = await again<[{ total: number }]>`
      select counted(${store.id}, '{orders.pending}') as total`
    assert.equal(total, asked)
    await second.stop('SIGINT')
  })
})
