import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operate } from '../../../test/command-line.ts'
import { bareApp } from '../../../test/bare-app.ts'
import { startService, type Service } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { aStore } from '../../../test/factories.ts'
import { readConfig } from '../../core/config/config.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { createLog } from '../../core/process/log.ts'
import { connect } from '../../core/database/db.ts'
import { startWorker } from '../../process/worker.ts'
import { readyRoute } from './ready.ts'

const service = await startService()
const { sql } = service
const store = await aStore(service)

/** The response once it is whole: on a machine that is busy with other tests, parts may not be known within its second. */
async function readyWhen(isWhole: (reply: Reply) => boolean, { get }: Pick<Service, 'get'> = service) {
  let reply = await get('/api/ready')
  await waitFor(async () => isWhole(reply) || isWhole((reply = await get('/api/ready'))))
  return reply
}
type Reply = {
  status: number
  headers: Headers
  json: { status: string; database: string; reason?: string; details?: object }
}

async function ready() {
  const { json } = await readyWhen((reply) => reply.status === 200 && reply.json.details !== undefined)
  return json.details
}
const doctor = async () => {
  const { checks } = await operate({ DATABASE_URL: service.databaseUrl }, 'doctor')
  return checks.find(({ name }: { name: string }) => name === 'deliveries')
}

suite('a worker without a heartbeat', () => {
  test('is reported by readiness, which stays 200, and by doctor, with the overdue deliveries', async () => {
    const to = [{ kind: 'mail' as const, recipient: 'ana@ejemplo.test' }]
    await sql.begin((tx) =>
      enqueue(tx, [{ storeId: store.id, event: 'x', subjectId: null, payload: {}, to }]),
    )
    await sql`update deliveries set due_at = '2026-01-02T03:04:05Z'`
    const due = [{ kind: 'mail', count: 1, since: '2026-01-02T03:04:05.000Z' }]
    assert.deepEqual(await ready(), { worker: 'silent', workerSilentSince: null, due })
    const { status, message } = await doctor()
    assert.equal(status, 'warn')
    assert.equal(
      message,
      'no worker has run yet; 1 mail due since 2026-01-02T03:04:05.000Z: start the service, or a worker',
    )
  })

  test('is not reported while one runs, and is again after a minute without a heartbeat', async () => {
    await sql`update deliveries set leased_until = now() + interval '1 hour'`
    const config = readConfig({ DATABASE_URL: service.databaseUrl })
    const worker = startWorker({ config, sql, log: createLog('silent') })
    await waitFor(async () => (await ready()).worker === 'running')
    await worker.stop()
    assert.deepEqual((await ready()).due, []) // under way
    assert.deepEqual(await doctor(), { name: 'deliveries', status: 'ok', message: 'nothing is late' })

    await sql`update maintenance_jobs set next_at = '2026-01-02T03:04:05Z' where name = 'heartbeat'`
    await waitFor(async () => (await ready()).worker === 'silent')
    assert.equal((await ready()).workerSilentSince, '2026-01-02T03:04:05.000Z')
  })

  test('does not slow readiness down, however many deliveries are due', async () => {
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id, due_at)
      select ${store.id}, new_id(), 'webhook', 'r', 'x', '', now() - interval '1 hour'
      from generate_series(1, 1200)`
    await waitFor(async () => (await ready()).due.some(({ count }: { count: number }) => count === 1000))
  })
})

suite('a database whose disk is full', () => {
  test('is not ready: what it stores needs room that a commit alone does not', async () => {
    await ready()
    // Stands in for a full disk: no temporary file may grow beyond it, nor on a full disk.
    const name = new URL(service.databaseUrl).pathname.slice(1)
    await sql.unsafe(`alter database ${name} set temp_file_limit = '64kB'`)
    const beside = await startService({}, service)
    const { status, headers, json } = await readyWhen((reply) => reply.json.database === 'connected', beside)
    assert.deepEqual(
      [status, json.status, json.database, json.reason],
      [503, 'error', 'connected', 'not_saving'],
    )
    assert.equal(headers.get('retry-after'), '5')
    await sql.unsafe(`alter database ${name} reset temp_file_limit`)
    const again = await startService({}, service)
    await waitFor(async () => (await again.get('/api/ready')).status === 200)
  })
})

suite('what is not ready', () => {
  test('says why in the response, and in one line of the log a minute, in words', async (t) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const nowhere = connect('postgres://127.0.0.1:1/x', { max: 1 })
    const app = bareApp({ sql: nowhere, log })
    t.after(() => Promise.all([app.close(), nowhere.end()]))
    await app.register(async (api) => readyRoute(api as typeof app))
    await waitFor(async () => {
      const { statusCode, json } = await app.inject('/ready')
      assert.equal(statusCode, 503)
      // The first may be late on a busy machine.
      return json().reason === 'unreachable'
    })
    for (let n = 0; n < 5; n++) await app.inject('/ready')
    const told = lines.map((line) => JSON.parse(line)).filter(({ outage }) => outage === 'unreachable')
    assert.deepEqual(
      told.map(({ msg, during }) => [msg, during]),
      [
        [
          "the database can't be reached: see that it runs, and look at DATABASE_URL where that is set",
          'not ready',
        ],
      ],
    )
  })
})
