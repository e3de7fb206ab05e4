import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connect } from '../../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { createLog } from '../../src/core/process/log.ts'
import { migrate } from '../../src/core/database/migrate.ts'
import { startWorker } from '../../src/process/worker.ts'
import { startMeta } from '../meta.ts'
import { aReceiver } from '../receiver.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { anOrder, aProduct, aStore, order } from '../factories.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-fault-'))
const server = await startEmbeddedPostgres({ dataDir })
after(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const setUp = connect(server.url, { max: 1 })
await migrate(setUp, new URL('../../db/', import.meta.url))
await setUp.end()

const meta = await startMeta()
const receiver = await aReceiver()
const service = await startService(
  { ...meta.env, ALLOW_PRIVATE_DESTINATIONS: 'true' },
  { databaseUrl: server.url },
)
const { sql } = service

async function killDatabase() {
  const [file] = globSync(join(dataDir, '**/postmaster.pid'))
  process.kill(Number((await readFile(file!, 'utf8')).split('\n')[0]), 'SIGKILL')
}

suite('a database that is killed under load', () => {
  test('loses no acknowledged order, and none of its notices', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values (${store.id}, 'w', ${receiver.url}, 'whsec_c2VjcmV0', '{order.created}')`
    const worker = startWorker({
      config: service.app.config,
      sql,
      log: createLog('silent'),
      afterWrite: service.app.afterWrite,
      leaseSeconds: 2,
      paceSeconds: 0.2,
    })
    after(() => worker.stop())

    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const enough = new AbortController()
    const clients = Array.from({ length: 6 }, async () => {
      while (!enough.signal.aborted) {
        const placed = await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
        statuses.add(placed.status)
        if (placed.status === 201) acknowledged.push(placed.json.id)
        else assert.deepEqual([placed.status, placed.headers.get('retry-after')], [503, '5'])
      }
    })
    await waitFor(() => acknowledged.length >= 50)
    await killDatabase()
    const before = acknowledged.length
    await waitFor(() => acknowledged.length >= before + 20)
    enough.abort()
    await Promise.all(clients)
    for (const status of statuses) assert.ok([201, 503].includes(status), String(status))

    // A connection of its own: one of the service's may still be trying to reach the server that was killed.
    const reader = connect(server.url, { max: 1 })
    after(() => reader.end())
    const stored = await reader<{ id: string; kinds: string[] }[]>`
      select orders.id, array_agg(kind order by kind) as kinds
      from orders
      left join deliveries on deliveries.store_id = orders.store_id and subject_id = orders.id
      where orders.store_id = ${store.id}
      group by orders.id`
    for (const { id, kinds } of stored) assert.deepEqual(kinds, ['webhook', 'whatsapp'], id)
    const ids = new Set(stored.map(({ id }) => id))
    assert.deepEqual(acknowledged.filter((id) => !ids.has(id)), []) // prettier-ignore

    await waitFor(
      async () => (await reader`select 1 from deliveries where state <> 'done' limit 1`).length === 0,
    )
    const delivered = new Set(receiver.messages.map(({ body }) => body.data.id))
    assert.deepEqual(acknowledged.filter((id) => !delivered.has(id)), []) // prettier-ignore
    const [row] = await reader`
      select count(*) as count from orders where store_id = ${store.id} and notification_state <> 'SENT'`
    assert.equal(row!['count'], 0)
  })
})
