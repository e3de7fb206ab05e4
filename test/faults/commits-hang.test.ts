import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connect } from '../../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/core/database/migrate.ts'
import { aProduct, aStore, anOrder, order } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-commits-'))
const server = await startEmbeddedPostgres({
  dataDir,
  settings: { wal_level: 'replica', max_wal_senders: '2' },
})
const operator = connect(server.url, { max: 1 })
const writer = connect(server.url, { max: 1 })
after(async () => {
  for (const sql of [operator, writer]) await sql.end({ timeout: 1 })
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
await migrate(operator, new URL('../../db/', import.meta.url))
const service = await startService({}, { databaseUrl: server.url })

/** Names a synchronous standby that there is not: commits wait for it until there is none to wait for. */
async function waitForStandby(name: string) {
  await operator.unsafe(`alter system set synchronous_standby_names = '${name}'`)
  await operator`select pg_reload_conf()`
  await waitFor(async () => {
    const [now] = await operator<[{ value: string }]>`
      select current_setting('synchronous_standby_names') as value`
    return now.value === name
  })
  // The checkpointer tells the other processes, a little later.
  if (name) await waitFor(doesCommitHang)
  else await waitFor(async () => !(await isCommitHanging()))
}

async function doesCommitHang(): Promise<boolean> {
  let isDone = false
  void writer`comment on table stores is 'of a commit'`.then(
    () => (isDone = true),
    () => {}, // it hung for longer than a statement may
  )
  await waitFor(async () => isDone || (await isCommitHanging()))
  return !isDone
}

const isCommitHanging = async () =>
  (await operator`select from pg_stat_activity where wait_event = 'SyncRep'`).length > 0

suite('a database whose commits hang', () => {
  test('answers orders with 503 and Retry-After; a retry with the key places the order once', async (t) => {
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    const place = () => order(service, body, { 'idempotency-key': 'one' })
    await waitForStandby('nobody')
    t.after(() => waitForStandby(''))

    const { status, headers, json } = await place()
    assert.deepEqual([status, json.code, headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.equal((await place()).json.code, 'IDEMPOTENCY_IN_PROGRESS') // whether it was placed is not known yet

    await waitForStandby('')
    await waitFor(async () => (await place()).status === 201)
    const { total, data } = (await service.get('/api/v1/orders', store.key)).json
    assert.equal(total, 1)
    assert.equal((await place()).json.id, data[0]!.id)
  })

  test('is not ready until they return', async (t) => {
    await waitFor(async () => (await service.get('/api/ready')).status === 200)
    await waitForStandby('nobody')
    t.after(() => waitForStandby(''))
    await waitFor(async () => (await service.get('/api/ready')).status === 503)
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.get('/api/ready')))
    assert.deepEqual(
      [...new Set(answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))],
      ['503 5'],
    )
    await waitFor(async () => (await service.get('/api/ready')).json.database === 'connected')
    const [{ waiting }] = await operator<[{ waiting: number }]>`
      select count(*) as waiting from pg_stat_activity where wait_event = 'SyncRep' and query like '%emit_message%'`
    assert.equal(waiting, 1)
    await waitForStandby('')
    await waitFor(async () => (await service.get('/api/ready')).status === 200)
  })

  test('that is read-only is not ready', async () => {
    await operator.unsafe(`alter system set default_transaction_read_only = on`)
    await operator`select pg_reload_conf()`
    await waitFor(async () => (await service.get('/api/ready')).status === 503)
    await operator.unsafe(`alter system reset default_transaction_read_only`)
    await operator`select pg_reload_conf()`
    await waitFor(async () => (await service.get('/api/ready')).status === 200)
  })
})
