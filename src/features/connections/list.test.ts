import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'

const service = await startService({ WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_ACCESS_TOKEN: 'x' })

type Connection = { id: string; state: string; hint: string | null; availableOnCurrentPlan: boolean }

async function read(key: string) {
  const { status, json, text } = await service.get('/api/v1/store/connections', key)
  assert.equal(status, 200)
  const connections: Connection[] = json.data.connections
  const of = (id: string) => connections.find((connection) => connection.id === id)!
  const { storeId, source, providerVerification } = json.data
  return { storeId, source, providerVerification, connections, of, text }
}

const save = (
  store: { id: string },
  id: string,
  settings: object,
  { lastError = null, isPaused = false }: { lastError?: string | null; isPaused?: boolean } = {},
) => service.sql`
  insert into connections (store_id, id, settings, last_error, is_paused)
  values (${store.id}, ${id}, ${service.sql.json(settings)}, ${lastError}, ${isPaused})
  on conflict (store_id, id) do update
  set settings = excluded.settings, is_paused = excluded.is_paused, last_error = excluded.last_error`

suite('GET /api/v1/store/connections', () => {
  test('a new store has six connections that are off', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const { storeId, source, providerVerification, connections } = await read(store.key)
    assert.deepEqual([storeId, source, providerVerification], [store.id, 'SAVED_CONFIGURATION', 'UNVERIFIED'])
    assert.deepEqual(
      connections.map(({ id, state, hint }) => [id, state, hint]),
      ['whatsapp', 'meta_pixel', 'google_analytics', 'meta_catalog', 'google_merchant', 'custom_domain'].map(
        (id) => [id, 'off', null],
      ),
    )
  })

  test('derives each state from the saved settings, and returns none of these', async () => {
    const store = await aStore(service)
    const state = async () => (await read(store.key)).of('meta_pixel').state
    await save(store, 'meta_pixel', {})
    assert.equal(await state(), 'off')
    await save(store, 'meta_pixel', { pixelId: '', account: 'secreto' })
    assert.equal(await state(), 'partial')
    assert.match((await read(store.key)).of('meta_pixel').hint!, /identificador del píxel/)
    const full = { pixelId: '999888777666' }
    await save(store, 'meta_pixel', full)
    assert.equal(await state(), 'full')
    await save(store, 'meta_pixel', full, { lastError: 'El píxel venció' })
    assert.deepEqual((await read(store.key)).of('meta_pixel').hint, 'El píxel venció')
    assert.equal(await state(), 'degraded')
    await save(store, 'meta_pixel', full, { lastError: 'El píxel venció', isPaused: true })
    assert.equal(await state(), 'paused')
    assert.doesNotMatch((await read(store.key)).text, /secreto|999888777666/)
  })

  test('WhatsApp is full when there is a number, and degraded when the last notice failed', async () => {
    const store = await aStore(service, { whatsappNumber: '+50255559999' })
    const notice = (id: string, state: string, reason: string | null) => service.sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id, state, reason)
      values (${store.id}, ${id}, 'whatsapp', '+50255559999', 'order.created', ${id}, ${state}, ${reason})`
    assert.equal((await read(store.key)).of('whatsapp').state, 'full')
    await notice('a', 'failed', 'El número no está en WhatsApp')
    const { state, hint } = (await read(store.key)).of('whatsapp')
    assert.deepEqual([state, hint], ['degraded', 'El número no está en WhatsApp'])
    await notice('b', 'waiting', null)
    assert.equal((await read(store.key)).of('whatsapp').state, 'degraded')
    await notice('c', 'done', null)
    assert.equal((await read(store.key)).of('whatsapp').state, 'full')
  })

  test('WhatsApp is partial where the service sends no notices, and orders still come by the link', async () => {
    const other = await startService({}, service)
    const { key } = await aStore(service, { whatsappNumber: '+50255558888' })
    const { json } = await other.get('/api/v1/store/connections', key)
    const { state, hint } = json.data.connections[0]!
    assert.equal(state, 'partial')
    assert.match(hint!, /los pedidos te llegan igual por el enlace/)
  })

  test('returns which connections the plan allows', async () => {
    const available = async (plan: 'free' | 'pro') => {
      const { connections } = await read((await aStore(service, { plan })).key)
      return connections.filter((connection) => connection.availableOnCurrentPlan).length
    }
    assert.deepEqual([await available('free'), await available('pro')], [3, 6])
  })

  test('needs connections:read', async () => {
    const store = await aStore(service, { scopes: ['store:read'] })
    const { status, json } = await service.get('/api/v1/store/connections', store.key)
    assert.deepEqual([status, json.details.requiredScope], [403, 'connections:read'])
  })
})
