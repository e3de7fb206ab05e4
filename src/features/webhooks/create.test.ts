import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aStore } from '../../../test/factories.ts'
import { addWebhook } from './create.ts'
import { newWebhookSecret } from './secret.ts'

const service = await startService()
const inside = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' }, service)
const { sql } = service
const path = '/api/v1/store/webhooks'
const url = 'https://93.184.216.34/pedidos'
const aBody = () => ({ url, events: ['order.created'], secret: newWebhookSecret() })

suite('POST /api/v1/store/webhooks', () => {
  test('stores the fields, returns neither secret nor URL, and has a Location', async () => {
    const { id: storeId, key } = await aStore(service)
    const body = { ...aBody(), events: ['product.updated', 'order.created'], isActive: false }
    const made = await service.post(path, { key, body })
    assert.equal(made.status, 201, made.text)
    const { id, events, isActive } = made.json.data
    assert.deepEqual([events, isActive], [body.events, false])
    assert.doesNotMatch(made.text, /93\.184|whsec/)
    assert.equal(made.headers.get('location'), `${path}/${id}`)
    const [row] = await sql`select store_id, url, secret, events, is_active from webhooks where id = ${id}`
    assert.deepEqual({ ...row }, { storeId, ...body })
  })

  test('is active by default, and created once per Idempotency-Key', async () => {
    const { key } = await aStore(service)
    const request = { key, body: aBody(), headers: { 'idempotency-key': 'una-vez' } }
    const [first, again] = [await service.post(path, request), await service.post(path, request)]
    assert.equal(first.json.data.isActive, true)
    assert.deepEqual([again.status, again.json], [201, first.json])
    assert.equal((await service.get(path, key)).json.total, 1)
    const stored = await sql`select * from idempotency_keys where key = 'una-vez'`
    assert.doesNotMatch(JSON.stringify(stored), /93\.184|whsec/)
  })

  for (const [what, secret] of [
    ['another prefix', newWebhookSecret().replace('whsec_', 'whsk_')],
    ['23 bytes', `whsec_${Buffer.alloc(23, 1).toString('base64')}`],
    ['65 bytes', `whsec_${Buffer.alloc(65, 1).toString('base64')}`],
    ['text that is no base64', `whsec_${'*'.repeat(40)}`],
    ['base64 without its end', `whsec_${Buffer.alloc(25, 1).toString('base64').replaceAll('=', '')}`],
  ] as const) {
    test(`is 400 for a secret of ${what}, and does not quote it`, async () => {
      const { key } = await aStore(service)
      const { status, json, text } = await service.post(path, { key, body: { ...aBody(), secret } })
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'secret', 'format'])
      assert.ok(!text.includes(secret))
    })
  }

  test('accepts secrets of 24 and of 64 bytes', async () => {
    const { key } = await aStore(service)
    for (const bytes of [24, 64]) {
      const secret = `whsec_${Buffer.alloc(bytes, 255).toString('base64')}`
      assert.equal((await service.post(path, { key, body: { ...aBody(), secret } })).status, 201)
    }
  })

  for (const wrong of [
    'http://93.184.216.34/',
    'https://ana:x@93.184.216.34/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://localhost./',
    'https://ganchos.invalid./',
    'https://169.254.169.254/',
    'https://93.184.216.34:25/',
    'nada',
  ]) {
    test(`is 400 for ${wrong}`, async () => {
      const { key } = await aStore(service)
      const { status, json } = await service.post(path, { key, body: { ...aBody(), url: wrong } })
      assert.deepEqual([status, json.details?.field], [400, 'url'])
    })
  }

  const bad: [what: string, change: object, field: string, reason: string][] = [
    ['no address', { url: undefined }, 'url', 'required'],
    ['no secret', { secret: undefined }, 'secret', 'required'],
    ['an address without end', { url: `https://x.invalid/${'x'.repeat(2048)}` }, 'url', 'max_length'],
    ['no event', { events: [] }, 'events', 'min_items'],
    ['an unknown event', { events: ['order.deleted'] }, 'events.0', 'enum'],
    ['an event twice', { events: ['order.created', 'order.created'] }, 'events', 'duplicate'],
    ['an unknown field', { isTest: true }, 'isTest', 'unknown_field'],
  ]
  for (const [what, change, field, reason] of bad) {
    test(`is 400 for ${what}`, async () => {
      const { key } = await aStore(service)
      const { status, json } = await service.post(path, { key, body: { ...aBody(), ...change } })
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    })
  }

  test('may have a private address where the settings allow it, but never a password', async () => {
    const { key } = await aStore(service)
    const post = (url: string) => inside.post(path, { key, body: { ...aBody(), url } })
    assert.equal((await post('http://127.0.0.1:9/')).status, 201)
    assert.equal((await post('http://ana:x@127.0.0.1:9/')).json.details.field, 'url')
  })

  test('is subject to the cap of the plan, also for concurrent requests', async () => {
    const { id: storeId, key } = await aStore(service, { plan: 'free' })
    const requested = await Promise.all(
      Array.from({ length: 6 }, () => service.post(path, { key, body: aBody() })),
    )
    assert.equal(requested.filter(({ status }) => status === 201).length, 2)
    const { status, json } = await service.post(path, { key, body: aBody() })
    assert.deepEqual([status, json.code, json.resource], [403, 'PLAN_LIMIT_REACHED', 'webhooks'])
    const operators = { storeId, url, events: ['order.created'], allowPrivate: false }
    assert.match((await addWebhook(sql, operators)).secret, /^whsec_/) // the operator is not
  })

  test('is 403 without the scope', async () => {
    const { id: storeId, ownerId: accountId } = await aStore(service)
    const key = await aKey(service, { storeId, accountId, scopes: ['webhooks:read'] })
    const { status, json } = await service.post(path, { key, body: aBody() })
    assert.deepEqual([status, json.details.requiredScope], [403, 'webhooks:write'])
  })
})

suite("the operator's webhook", () => {
  test('is rejected without an event, with an unknown one, and for a private address', async () => {
    const { id: storeId } = await aStore(service)
    const add = (change: object) =>
      addWebhook(sql, { storeId, url, events: ['order.created'], allowPrivate: false, ...change })
    for (const change of [{ events: [] }, { events: ['order.deleted'] }, { url: 'https://10.0.0.1/' }])
      await assert.rejects(add(change), { status: 400 })
  })
})
