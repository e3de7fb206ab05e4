import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aKey, aProduct, aStore } from '../../../test/factories.ts'
import { message, toolCall } from '../../../test/assistant.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { MAX_OF_KEY, purgeOldRequests } from './purge-requests.ts'
import { listKeyRequests } from './request-log.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const { sql } = service

async function keyOf(storeId: string): Promise<string> {
  const [key] = await sql<[{ id: string }]>`select id from api_keys where store_id = ${storeId}`
  return key.id
}
async function logged(keyId: string, count: number) {
  const all = async () => (await listKeyRequests(sql, keyId, { limit: 100, offset: 0 })).data
  await waitFor(async () => (await all()).length >= count)
  return all()
}
const insert = (keyId: string, rows: number, age: string) => sql`
  insert into key_requests (key_id, method, path, status, duration, at)
  select ${keyId}, 'GET', '/api/v1/store', 200, 1, now() - ${age}::interval - n * interval '1 ms'
  from generate_series(1, ${rows}) as n`
const countOf = async (keyId: string) => (await listKeyRequests(sql, keyId, { limit: 1, offset: 0 })).total

suite('the log of requests with a key', () => {
  test('has the method, path without query string, status and time, of failed and cached requests too', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const key = await keyOf(store.id)
    const before = (await logged(key, 0)).length
    await service.get('/api/v1/products?search=%2B50255551234', store.key)
    await service.get('/api/v1/products?search=%2B50255551234', store.key)
    await service.put(`/api/v1/products/${id}`, { key: store.key, body: { price: 'x' } })
    await service.get('/api/v1/customers/+50255551234', store.key)
    await message(service, toolCall('get_store'), { authorization: `Bearer ${store.key}` })
    const rows = await logged(key, before + 5)
    const seen = rows.map(({ method, path, status }) => `${method} ${path} ${status}`)
    for (const line of [
      'GET /api/v1/products 200',
      `PUT /api/v1/products/${id} 400`,
      'GET /api/v1/customers/:id 404',
      'GET /api/v1/store 200',
    ])
      assert.ok(seen.includes(line), `${line}: ${seen.join(', ')}`)
    assert.doesNotMatch(JSON.stringify(rows), /50255551234/)
    assert.ok(
      rows.every(({ duration, at }) => duration >= 0 && Math.abs(Date.parse(at) - Date.now()) < 120_000),
    )
  })

  test('is limited per minute, and flushed when the service stops', async () => {
    const second = await startService({}, service)
    const store = await aStore(service)
    const key = await keyOf(store.id)
    const ask = () => second.get('/api/v1/store', store.key)
    for (let n = 0; n < 13; n++) await Promise.all(Array.from({ length: 10 }, ask))
    await second.close()
    assert.equal(await countOf(key), 120) // of 130
  })

  test("is visible to the owner only, and has only the store's keys", async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const key = await keyOf(store.id)
    await insert(key, 25, '1 hour')
    const page = `${base}/claves/${key}`
    const { text } = await person.get(page)
    assert.equal(text.match(/<code>GET \/api\/v1\/store<\/code>/g)!.length, 20)
    assert.match((await person.get(`${page}?offset=20`)).text, /<code>GET \/api\/v1\/store<\/code>/)
    const admin = await aMember(service, 'ADMIN')
    const theirs = await keyOf(admin.store.id)
    await insert(theirs, 1, '1 hour')
    assert.doesNotMatch((await admin.person.get(`${admin.base}/claves/${theirs}`)).text, /GET \/api/)
    assert.equal((await person.get(`${base}/claves/${theirs}`)).status, 404)
  })

  test('is purged after 7 days, and past the newest requests of a key', async () => {
    const store = await aStore(service)
    const old = await aKey(service, { accountId: store.ownerId, storeId: store.id })
    const [{ id: oldId }] = await sql<
      [{ id: string }]
    >`select id from api_keys where prefix = ${old.slice(0, 12)}`
    const busy = await keyOf(store.id)
    await insert(oldId, 3, '8 days')
    await insert(oldId, 2, '6 days')
    await insert(busy, MAX_OF_KEY + 10, '1 minute')
    while (await purgeOldRequests(sql));
    assert.deepEqual([await countOf(oldId), await countOf(busy)], [2, MAX_OF_KEY])
  })

  test('is purged past the newest requests of a store', async () => {
    const store = await aStore(service)
    for (let n = 0; n < 11; n++) await aKey(service, { accountId: store.ownerId, storeId: store.id })
    const keys = await sql<{ id: string }[]>`select id from api_keys where store_id = ${store.id}`
    for (const { id } of keys) await insert(id, MAX_OF_KEY - 100, '1 minute')
    while (await purgeOldRequests(sql));
    const counts = await Promise.all(keys.map(({ id }) => countOf(id)))
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      10 * MAX_OF_KEY,
    )
  })
})
