import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/core/database/migrate.ts'
import { createLog } from '../../src/core/process/log.ts'
import { startWorker } from '../../src/process/worker.ts'
import { aStore, anOrder, aProduct, order } from '../factories.ts'
import { aReceiver, type Reaction } from '../receiver.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-fault-'))
let server = await startEmbeddedPostgres({ dataDir })
after(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const { url } = server
const setUp = connect(url, { max: 1 })
await migrate(setUp, new URL('../../db/', import.meta.url))
await setUp.end()

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' }, { databaseUrl: url })

/** A worker with connections of its own and the lease of the service, as it runs apart from the web processes. */
function startWorkerApart(t: TestContext) {
  const sql = connect(url, { max: 5 })
  const worker = startWorker({ config: service.app.config, sql, log: createLog('silent') })
  t.after(async () => {
    await worker.stop()
    await sql.end({ timeout: 1 })
  })
}

/** A store's order, which its webhook is waiting for. */
async function anOrderFor(react: () => Reaction) {
  const receiver = await aReceiver(react)
  const store = await aStore(service, { whatsappNumber: null })
  const { variants } = await aProduct(service, store)
  await service.sql`delete from deliveries`
  await service.sql`
    insert into webhooks (store_id, id, url, secret, events)
    values (${store.id}, ${`w${store.id}`}, ${receiver.url}, 'whsec_c2VjcmV0', '{order.created}')`
  await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
  return receiver
}

async function deliveries() {
  // A connection of its own: those of the service are found to be dead when they are used next.
  const sql = connect(url, { max: 1 })
  try {
    return (
      await sql<{ state: string; attempts: number; isLeased: boolean }[]>`
        select state, attempts, leased_until is not null as is_leased
        from deliveries
        where kind = 'webhook'`
    ).map((row) => ({ ...row }))
  } finally {
    await sql.end()
  }
}

const isDone = async () => (await deliveries())[0]?.state === 'done'
const done = [{ state: 'done', attempts: 1, isLeased: false }]

/** Under a lease of 60 s: what only its end sets free is not there by then. */
const SOON = 25

suite('a database that is restarted', () => {
  test('releases the deliveries of an interrupted claim at once, as their first attempt', async (t) => {
    const receiver = await anOrderFor(() => 200)
    // The worker claims, and then waits for the webhooks' addresses until the connection is lost.
    const holder = connect(url, { max: 1 })
    const held = assert.rejects(
      holder.begin(async (tx) => {
        await tx`lock table webhooks in access exclusive mode`
        await tx`select pg_sleep(60)`
      }),
    )
    const isHeld = async () =>
      (await service.sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted`).length > 0
    await waitFor(isHeld)
    startWorkerApart(t)
    await waitFor(async () => (await deliveries())[0]!.isLeased)
    await server.stop()
    await held
    await holder.end({ timeout: 1 })
    server = await startEmbeddedPostgres({ dataDir })

    await waitFor(isDone, SOON)
    assert.deepEqual(await deliveries(), done)
    assert.equal(receiver.messages.length, 1)
  })

  test('records responses that arrived meanwhile, without sending again', async (t) => {
    const receiver = await anOrderFor(() => 'hang')
    startWorkerApart(t)
    await waitFor(() => receiver.messages.length === 1)
    await server.stop()
    receiver.release()
    await sleep(500)
    server = await startEmbeddedPostgres({ dataDir })

    await waitFor(isDone, SOON)
    assert.deepEqual(await deliveries(), done)
    assert.equal(receiver.messages.length, 1)
  })
})
