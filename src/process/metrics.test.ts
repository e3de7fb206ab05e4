import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackWith, sendCallback } from '../../test/chat.ts'
import { aPhone, aProduct, aStore, anOrder } from '../../test/factories.ts'
import { startMeta } from '../../test/meta.ts'
import { statusCallback } from '../../test/meta-callback.ts'
import { readMetrics, total } from '../../test/metrics.ts'
import { waitForStatus, freePort, startProcess } from '../../test/process.ts'
import { aReceiver } from '../../test/receiver.ts'
import { startService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import { connect } from '../core/database/db.ts'
import { createLog } from '../core/process/log.ts'
import { isReady } from '../features/health/ready.ts'
import { openMetrics, startMeasuring } from './metrics.ts'
import { startWorker } from './worker.ts'

const metrics = { port: await freePort(), host: '127.0.0.1' }
await startMeasuring({ metrics })
const meta = await startMeta()
const service = await startService({ ...meta.env, ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { app, sql } = service
const opened = await openMetrics({ metrics, dataDir: '.' }, sql)
after(() => opened?.stop())

/** Another scrape than the one before, which is good for a second. */
async function scrape(port = metrics.port) {
  await sleep(1_050)
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  return readMetrics(await response.text())
}

const REQUESTS = 'http_server_request_duration_seconds_count'

suite('the metrics', () => {
  test('count requests by route, method and status, without personal data', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await service.get(`/api/v1/products/${product.id}`, store.key)
    await service.get(`/api/v1/products/${product.id}`, 'nobody')
    const samples = await scrape()
    const route = ['http_route="/api/v1/products/:id"', 'http_request_method="GET"']
    assert.equal(total(samples, REQUESTS, ...route, 'status_code="200"'), 1)
    assert.equal(total(samples, REQUESTS, ...route, 'status_code="401"'), 1)
    assert.equal(total(samples, 'http_server_active_requests'), 0)
    const names = [...samples.keys()].join('\n')
    for (const secret of [store.id, store.slug, store.key, product.id])
      assert.ok(!names.includes(secret), secret)
  })

  test('say whether the database answers and stores', async () => {
    assert.equal(total(await scrape(), 'vitrina_ready'), 1)
    const name = new URL(service.databaseUrl).pathname.slice(1)
    // Stands in for a full disk: no temporary file may grow beyond it. Of new connections alone.
    await sql.unsafe(`alter database ${name} set temp_file_limit = '64kB'`)
    const beside = connect(service.databaseUrl, { max: 2 })
    assert.equal(await isReady(beside), false)
    await beside.end()
    await sql.unsafe(`alter database ${name} reset temp_file_limit`)
  })

  test('have one label for all unknown addresses and methods', async () => {
    await service.get('/api/a')
    await service.call('PROPFIND', '/api/health')
    await service.call('DELETE', '/api/health')
    const before = await scrape()
    for (let i = 0; i < 20; i++) {
      await service.get(`/api/a${i}`)
      await service.call('PURGE', `/api/v1/a${i}`)
    }
    for (const path of ['ready', 'orders']) await service.call('LOCK', `/api/${path}`)
    const after = await scrape()
    assert.deepEqual(
      [...after.keys()].filter((key) => key.startsWith(REQUESTS) && !before.has(key)),
      [`${REQUESTS}{http_request_method="TRACE",http_route="unknown",http_response_status_code="404"}`],
    )
  })

  test('count a request that its client aborted, and none stays in flight', async () => {
    await using lock = await lockTable('products')
    const store = await aStore(service)
    const leaving = new AbortController()
    const asked = fetch(`${service.url}/api/v1/products`, {
      headers: { authorization: `Bearer ${store.key}` },
      signal: leaving.signal,
    })
    await waitFor(async () => total(await scrape(), 'http_server_active_requests') === 1)
    leaving.abort()
    await assert.rejects(asked)
    await waitFor(async () => total(await scrape(), 'http_server_active_requests') === 0)
    assert.equal(total(await scrape(), REQUESTS, 'status_code="499"'), 1)
    await lock.release()
  })

  test('count orders by result, and deliveries from enqueueing to success', async () => {
    const receiver = await aReceiver(() => 200)
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values (${store.id}, ${`w${store.id}`}, ${receiver.url}, 'whsec_c2VjcmV0', '{order.created}')`
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    await service.post('/api/orders', { body })
    await service.post('/api/orders', { body })
    const waiting = await scrape()
    assert.equal(total(waiting, 'vitrina_orders_total', 'result="placed",by="shopper"'), 1)
    assert.equal(total(waiting, 'vitrina_orders_total', 'result="duplicate",by="shopper"'), 1)
    assert.equal(total(waiting, 'vitrina_deliveries_pending', 'kind="webhook"'), 1)
    assert.ok(total(waiting, 'vitrina_deliveries_oldest_due_seconds', 'kind="webhook"') > 0)

    const worker = startWorker({ config: app.config, sql, log: createLog('silent') })
    await waitFor(() => receiver.messages.length === 1)
    await waitFor(async () => total(await scrape(), 'vitrina_deliveries_pending', 'kind="webhook"') === 0)
    await waitFor(async () => total(await scrape(), 'vitrina_maintenance_last_success_timestamp_seconds') > 0)
    await worker.stop()
    const samples = await scrape()
    assert.equal(total(samples, 'vitrina_delivery_attempts_total', 'kind="webhook",result="done"'), 1)
    assert.equal(total(samples, 'vitrina_delivery_duration_seconds_count', 'kind="webhook"'), 1)
    assert.equal(total(samples, 'vitrina_deliveries_oldest_due_seconds', 'kind="webhook"'), 0)
    assert.equal(total(samples, 'vitrina_maintenance_interval_seconds', 'task="old hits"'), 600)
  })

  test('cover the database, caches, limits, the disk and the build', async () => {
    for (let i = 0; i < 31; i++) await service.get('/api/check-slug?slug=abc')
    const samples = await scrape()
    assert.equal(total(samples, 'vitrina_rate_limited_total', 'limit="check-slug"'), 1)
    assert.equal(total(samples, 'vitrina_build_info', `node="${process.version}"`), 1)
    assert.equal(total(samples, 'db_client_connection_max'), 10)
    assert.ok(total(samples, 'db_client_connection_count') > 0)
    for (const name of [
      'db_client_operation_duration_seconds_count',
      'db_client_connection_wait_time_seconds_count',
      'vitrina_cache_requests_total',
      'vitrina_data_disk_free_bytes',
      'process_cpu_seconds_total',
    ])
      assert.ok(total(samples, name) > 0, name)
  })

  test('have every series that the dashboard and the alerts query, with its labels', async () => {
    const pricing = { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' }
    const callbacks = [
      callbackWith({ from: aPhone(), text: 'hola' }, { from: aPhone(), type: 'image' }),
      statusCallback({ id: 'wamid.priced', status: 'sent', pricing }, { id: 'wamid.other', status: 'sent' }),
    ]
    for (const callback of [...callbacks, callbacks[1]!]) await sendCallback(service, meta, callback)
    const priced = total(
      await scrape(),
      'vitrina_whatsapp_priced_total',
      'category="service",billable="true"',
    )
    assert.equal(priced, 1)
    const samples = [...(await scrape()).keys()]
    for (const file of ['grafana-dashboard.json', 'vitrina.rules.yml']) {
      const text = readFileSync(new URL(`../../deploy/prometheus/${file}`, import.meta.url), 'utf8')
      const asked = [...text.matchAll(/\b((?:vitrina|http_server|db_client)_\w+)(?:\{(\w+)[=~])?/g)]
      assert.ok(asked.length > 5)
      for (const [, name, label = ''] of asked)
        assert.ok(
          samples.some((key) => key.replace(/\{.*/, '') === name && key.includes(label)),
          `${file}: ${name} ${label}`,
        )
    }
  })

  test('are served on their own port only, and omit gauges when the database times out', async () => {
    const url = `http://127.0.0.1:${metrics.port}`
    assert.equal((await fetch(`${url}/`)).status, 404)
    assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 405)
    assert.equal((await service.get('/metrics')).status, 404)
    await using lock = await lockTable('deliveries')
    const samples = await scrape()
    assert.ok(total(samples, 'vitrina_build_info') === 1)
    assert.ok(![...samples.keys()].some((key) => key.startsWith('vitrina_deliveries_pending')))
    await lock.release()
  })
})

suite('a process', () => {
  test('names the variable when the port of the metrics is in use', async () => {
    const env = { DATABASE_URL: service.databaseUrl, PORT: String(await freePort()) }
    const started = startProcess({ ...env, METRICS_PORT: String(metrics.port) })
    assert.equal(await started.exited(), 1)
    assert.equal(
      started.output(),
      `METRICS_PORT: port ${metrics.port} of 127.0.0.1 is taken by another process\n`,
    )
  })

  test('names the variable when the address of the metrics is none of the machine', async () => {
    const env = { DATABASE_URL: service.databaseUrl, PORT: String(await freePort()) }
    const started = startProcess({
      ...env,
      METRICS_PORT: String(await freePort()),
      METRICS_HOST: '192.0.2.1',
    })
    assert.equal(await started.exited(), 1)
    assert.equal(started.output(), 'METRICS_HOST: 192.0.2.1 is not an address of this machine\n')
  })

  test('of a cluster exports the metrics of all, and counters never decrease when one exits', async () => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const started = startProcess({
      DATABASE_URL: service.databaseUrl,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      CLUSTER: '2',
    })
    const url = `http://127.0.0.1:${port}`
    await waitForStatus(`${url}/api/ready`)
    const health = ['http_route="/api/health"']
    for (let i = 0; i < 20; i++) await fetch(`${url}/api/health`, { headers: { connection: 'close' } })
    const requests = async () => total(await scrape(metricsPort), REQUESTS, ...health)
    await waitFor(async () => (await requests()) === 20) // a process that reports late is asked again

    const { stdout } = spawnSync('pgrep', ['-P', String(started.child.pid)], { encoding: 'utf8' })
    process.kill(Number(stdout.split('\n')[0]), 'SIGKILL')
    await waitFor(() => started.output().includes('a web process ended'))
    await waitFor(async () => (await requests()) === 20)
    await waitForStatus(`${url}/api/health`)
    await waitFor(async () => (await requests()) === 21)
    await started.stop('SIGINT')
  })
})

/** Locks a table, so that whatever reads it waits. */
async function lockTable(table: string) {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    held.resolve()
    await over.promise
  })
  await held.promise
  const release = async () => {
    over.resolve()
    await done
  }
  return { release, [Symbol.asyncDispose]: release }
}
