import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operate } from '../../../test/command-line.ts'
import { aKey, anAccount, aPhone, aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, WORKER: 'off' })
const { sql } = service
const env = { DATABASE_URL: service.databaseUrl }

type Shop = { id: string; key: string }

const notificationOf = async (store: Shop) => {
  const { id } = await aPlacedOrder(service, store)
  return (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.notification
}

const save = (store: Pick<Shop, 'key'>, body: object) =>
  service.put('/api/v1/store', { key: store.key, body })

suite('a number', () => {
  test('set by the API gets no notice until it is confirmed; the order is placed, and says why', async () => {
    const store = await aStore(service)
    await save(store, { whatsappNumber: aPhone() })
    const { state, reason } = await notificationOf(store)
    assert.equal(state, 'NOT_CONFIGURED')
    assert.match(reason!, /Confirma el número de WhatsApp.*Conexiones/)
    assert.equal(
      (await sql`select from deliveries where store_id = ${store.id} and kind = 'whatsapp'`).length,
      0,
    )
    await operate(env, 'store', 'confirm-number', '--store', store.id)
    assert.deepEqual(Object.entries(await notificationOf(store)).slice(0, 1), [['state', 'QUEUED']])
  })

  test('of a store that is made by the API gets none either', async () => {
    const account = await anAccount(service)
    const key = await aKey(service, {
      accountId: account.id,
      scopes: ['stores:write', 'stores:read'] as never,
    })
    const body = { name: 'Pan', slug: `pan-${Date.now()}`, currency: 'GTQ', whatsappNumber: aPhone() }
    const { json } = await service.post('/api/v1/stores', { key, body })
    const store = {
      id: json.data.id,
      key: await aKey(service, { storeId: json.data.id, accountId: account.id }),
    }
    assert.equal((await notificationOf(store)).state, 'NOT_CONFIGURED')
  })

  test('of before numbers were confirmed gets notices where 0.4.0 had not decided about it', async () => {
    const store = await aStore(service)
    await sql`update stores set confirmed_number = null where id = ${store.id}`
    assert.equal((await notificationOf(store)).state, 'QUEUED')
  })

  test('that is saved again stays confirmed, and another one is not', async () => {
    const store = await aStore(service)
    await save(store, { whatsappNumber: store.whatsappNumber, name: 'Otro nombre' })
    assert.equal((await notificationOf(store)).state, 'QUEUED')
    await save(store, { whatsappNumber: aPhone() })
    assert.equal((await notificationOf(store)).state, 'NOT_CONFIGURED')
  })

  test('on the command line is confirmed; without a number there is nothing to confirm', async () => {
    const { email, id } = await anAccount(service)
    const flags = ['--owner', email, '--name', 'Pan', '--currency', 'GTQ']
    const made = await operate(
      env,
      'store',
      'create',
      ...flags,
      '--slug',
      `pan-a-${Date.now()}`,
      '--whatsapp',
      aPhone(),
    )
    const key = await aKey(service, { storeId: made.id, accountId: id })
    assert.equal((await notificationOf({ id: made.id, key })).state, 'QUEUED')
    assert.equal((await operate(env, 'store', 'confirm-number', '--store', made.slug)).id, made.id)
    const bare = await operate(env, 'store', 'create', ...flags, '--slug', `pan-b-${Date.now()}`)
    await assert.rejects(
      operate(env, 'store', 'confirm-number', '--store', bare.id),
      /has no WhatsApp number/,
    )
  })

  test('is changed by a change that can be undone; to confirm one is no change', async () => {
    const store = await aStore(service)
    await sql`update stores set confirmed_number = '' where id = ${store.id}`
    await save(store, { whatsappNumber: aPhone() })
    await operate(env, 'store', 'confirm-number', '--store', store.id)
    const { json } = await service.get('/api/v1/changes', store.key)
    assert.deepEqual(
      json.data.map(({ by }) => by),
      ['api'],
    )
    const undone = await service.post(`/api/v1/changes/${json.data[0]!.id}/undo`, { key: store.key })
    assert.ok(undone.status < 300, undone.text)
    assert.equal((await notificationOf(store)).state, 'NOT_CONFIGURED')
  })
})
