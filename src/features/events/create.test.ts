import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openDomain, redirectDomain } from '../../../test/domains.ts'
import { freePort } from '../../../test/process.ts'
import { startService } from '../../../test/service.ts'
import { anAddress, aStore } from '../../../test/factories.ts'

const service = await startService({ PUBLIC_URL: 'http://vitrina.test:8080' })
const store = await aStore(service)
const ours = { origin: 'http://vitrina.test:8080' }

const anEvent = (overrides: Record<string, unknown> = {}) => {
  return { storeId: store.id, type: 'ADD_TO_CART', sessionId: 'sesion-1', ...overrides }
}
const post = (body: unknown, headers: Record<string, string> = ours) =>
  service.post('/api/catalog/events', { headers: { ...anAddress(), ...headers }, body })

suite('POST /api/catalog/events', () => {
  test('records the event; its metadata is accepted, and not stored', async () => {
    const { status, json } = await post(
      anEvent({ metadata: { lista: [1, { b: null }], nul: '\0', '': '\ud800' } }),
    )
    assert.deepEqual([status, json], [200, { ok: true }])
    const rows = await service.sql`
      select type, session_id, metadata from catalog_events where store_id = ${store.id}`
    assert.deepEqual([...rows], [{ type: 'ADD_TO_CART', sessionId: 'sesion-1', metadata: null }])
  })

  test('counts a session once per type', async () => {
    const { id: storeId } = await aStore(service)
    for (const sessionId of ['a', 'a', 'b']) await post(anEvent({ storeId, sessionId }))
    await post(anEvent({ storeId, type: 'CHECKOUT_COMPLETED' }))
    const [row] = await service.sql<[object]>`
      select
        counted(${storeId}, array['sessions.ADD_TO_CART']) as added,
        counted(${storeId}, array['sessions.CHECKOUT_COMPLETED']) as completed`
    assert.deepEqual({ ...row }, { added: 2, completed: 1 })
  })

  test('403 unless the Origin or Referer is a page of the service', async () => {
    const refused: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://vitrina.test' },
      { origin: 'http://vitrina.test:8081' },
      { origin: 'https://vitrina.test:8080' },
      { origin: 'http://vitrina.test:8080.evil.com' },
      { origin: 'http://vitrina.test.evil.com:8080' },
      { origin: 'http://evilvitrina.test:8080' },
      { origin: 'http://vitrina.test:8080/' },
      { origin: 'http://vitrina.test:8080, http://evil.com' },
      { origin: 'http://evil.com', referer: 'http://vitrina.test:8080/tienda' },
      { origin: 'null', referer: 'http://vitrina.test:8080/tienda' },
      { referer: 'http://vitrina.test:8080@evil.com/' },
      { referer: 'http://evil.com/?http://vitrina.test:8080/' },
      { referer: 'about:client' },
      { referer: 'vitrina.test:8080' },
    ]
    for (const headers of refused) {
      const { status, json } = await post(anEvent(), headers)
      assert.equal(status, 403, JSON.stringify(headers))
      assert.equal(json.code, 'FORBIDDEN')
    }
    assert.equal((await post(anEvent(), { referer: 'http://vitrina.test:8080/tienda?a=1' })).status, 200)
  })

  test('accepts every name of the local machine when the service runs on it', async () => {
    const port = await freePort()
    const home = await startService({ PORT: String(port) }, service)
    const from = async (origin: string) =>
      (await home.post('/api/catalog/events', { headers: { ...anAddress(), origin }, body: anEvent() }))
        .status
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      assert.equal(await from(`http://${host}:${port}`), 200)
    for (const origin of [
      `http://localhost:${port + 1}`,
      `https://localhost:${port}`,
      `http://127.0.0.1.evil.com:${port}`,
    ])
      assert.equal(await from(origin), 403)
    assert.equal((await post(anEvent(), { origin: 'http://localhost:8080' })).status, 403)
  })

  test("accepts a store's open domain, for that store only", async () => {
    const from = async (origin: string, storeId = store.id) => {
      service.app.domains.clear()
      return (await post(anEvent({ storeId }), { origin })).status
    }
    await openDomain(service, store, 'cafe.example')
    assert.equal(await from('http://cafe.example:8080'), 200)
    assert.equal(await from('https://cafe.example:8080'), 403)
    assert.equal(await from('http://cafe.example:444'), 403)
    assert.equal(await from('http://cafe.example.evil.com:8080'), 403)
    assert.equal(await from('http://cafe.example:8080', (await aStore(service)).id), 403)

    await openDomain(service, await aStore(service), 'otro.example')
    const repeated = (origin: string) => post(anEvent(), { origin, 'idempotency-key': 'evento' })
    assert.equal((await repeated('http://cafe.example:8080')).status, 200)
    assert.equal((await repeated('http://otro.example:8080')).status, 403)

    await redirectDomain(service, store)
    assert.equal(await from('http://cafe.example:8080'), 403)
  })

  test('measures the metadata in bytes of JSON', async () => {
    const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    assert.equal((await post(anEvent({ metadata: ofBytes(2048) }))).status, 200)
    assert.equal((await post(anEvent({ metadata: { a: 'ñ'.repeat(1020) } }))).status, 200)
    for (const metadata of [ofBytes(2049), { a: 'ñ'.repeat(1021) }]) {
      const { status, json } = await post(anEvent({ metadata }))
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'metadata', 'max_length'])
    }
    const deep = JSON.stringify(anEvent({ metadata: 0 })).replace(
      /0}$/,
      `${'{"a":'.repeat(9000)}1${'}'.repeat(9001)}`,
    )
    assert.equal((await post(deep)).status, 400)
  })

  test('400 on an invalid event', async () => {
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ storeId: 'a'.repeat(65) }, 'storeId', 'max_length'],
      [{ storeId: undefined }, 'storeId', 'required'],
      [{ type: undefined }, 'type', 'required'],
      [{ sessionId: undefined }, 'sessionId', 'required'],
      [{ type: 'VISIT' }, 'type', 'enum'],
      [{ sessionId: 'a'.repeat(129) }, 'sessionId', 'max_length'],
      [{ sessionId: '' }, 'sessionId', 'min_length'],
      [{ sessionId: 7 }, 'sessionId', 'type'],
      [{ metadata: [] }, 'metadata', 'type'],
      [{ metadata: null }, 'metadata', 'type'],
      [{ other: 1 }, 'other', 'unknown_field'],
    ]
    for (const [overrides, field, reason] of wrong) {
      const { status, json } = await post(anEvent(overrides))
      assert.deepEqual([status, json.details.field, json.details.reason], [400, field, reason])
    }
    assert.equal((await post(anEvent({ sessionId: 'a'.repeat(128) }))).status, 200)
  })

  test('404 on an unknown store, 402 on a suspended one', async () => {
    assert.equal((await post(anEvent({ storeId: 'nada' }))).status, 404)
    const { id: storeId, slug } = await aStore(service)
    await service.sql`update stores set billing_state = 'suspended' where id = ${storeId}`
    const { status, json } = await post(anEvent({ storeId }))
    assert.equal(status, 402)
    assert.equal(json.upgradeUrl, `${service.app.panelUrl}/panel/t/${slug}/plan`)
  })

  test('429 on the twenty-first event from an IP address within a minute, with Retry-After', async () => {
    const here = { ...ours, ...anAddress() }
    for (let n = 1; n <= 20; n++) assert.equal((await post(anEvent(), here)).status, 200, `event ${n}`)
    const { status, json, headers } = await post(anEvent(), here)
    assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_EXCEEDED'])
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 60, String(wait))
    assert.equal((await post(anEvent())).status, 200)
  })

  test('checks the limit before the origin, and the origin before the body', async () => {
    assert.equal((await post('{', { origin: 'null' })).status, 403)
    const here = anAddress()
    const answers = []
    for (let n = 0; n < 21; n++)
      answers.push(await post('{', { ...here, ...(n < 19 ? ours : { origin: 'null' }) }))
    assert.deepEqual(
      answers.slice(18).map(({ status }) => status),
      [400, 403, 429],
    )
    assert.equal(answers[0]!.headers.get('x-ratelimit-limit'), '20')
  })
})
