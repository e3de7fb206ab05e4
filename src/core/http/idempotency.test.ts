import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { newId } from '../values/id.ts'
import { runStepsOnce } from './stored-responses.ts'

const service = await startService()
const beside = await startService({}, service)
const { sql } = service

type Shop = Awaited<ReturnType<typeof aStore>>

let codes = 0
const aDiscount = (changes: object = {}) => ({
  code: `CAFE${codes++}`,
  type: 'percentage',
  value: 10,
  ...changes,
})
const create = ({ key }: Pick<Shop, 'key'>, repeat: string, body: unknown = aDiscount(), through = service) =>
  through.post('/api/v1/discounts', { key, body, headers: { 'idempotency-key': repeat } })

async function discountsOf({ id }: Shop) {
  return (await sql`select id from discounts where store_id = ${id}`).length
}

suite('a POST with an Idempotency-Key', () => {
  test('returns the first response again, with its status and Location', async () => {
    const store = await aStore(service)
    const [repeat, body] = [newId(), aDiscount()]
    const first = await create(store, repeat, body)
    const second = await create(store, repeat, body)
    assert.equal(first.status, 201)
    assert.equal(first.headers.has('idempotent-replayed'), false)
    assert.equal(second.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('location'), first.headers.get('location'))
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.match(second.headers.get('content-type')!, /^application\/json/)
    assert.equal(await discountsOf(store), 1)
  })

  test('ignores the order of the fields', async () => {
    const store = await aStore(service)
    const repeat = newId()
    await create(store, repeat, { code: 'ORDEN', type: 'fixed', value: 5 })
    const second = await create(store, repeat, { value: 5, type: 'fixed', code: 'ORDEN' })
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })

  test('409 with another body or at another endpoint', async () => {
    const store = await aStore(service)
    const repeat = newId()
    await create(store, repeat)
    const other = await create(store, repeat)
    const elsewhere = await service.post('/api/v1/shipping', {
      key: store.key,
      body: { name: 'Moto', price: 5 },
      headers: { 'idempotency-key': repeat },
    })
    for (const { status, json } of [other, elsewhere]) {
      assert.deepEqual([status, json.code], [409, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  test('is a new one with another key, for another store of an account key, and after 24 hours', async () => {
    const store = await aStore(service)
    const second = await aStore(service, { ownerId: store.ownerId })
    const [repeat, body] = [newId(), aDiscount()]
    await create(store, repeat, body)
    const other = await aKey(service, { storeId: store.id, accountId: store.ownerId })
    assert.equal((await create({ key: other }, repeat, body)).json.code, 'DUPLICATE_CODE')
    assert.equal((await create(second, repeat, body)).status, 201)

    await sql`update idempotency_keys set created_at = created_at - interval '24 hours' where key = ${repeat}`
    assert.equal((await create(store, repeat, body)).json.code, 'DUPLICATE_CODE')
  })

  test('409 for the other store of an account key under the same Idempotency-Key', async () => {
    const store = await aStore(service)
    const second = await aStore(service, { ownerId: store.ownerId })
    const key = await aKey(service, { accountId: store.ownerId })
    const [repeat, body] = [newId(), aDiscount()]
    const post = (shop: Shop) =>
      service.post('/api/v1/discounts', {
        key,
        body,
        headers: { 'idempotency-key': repeat, 'service-store': shop.id },
      })
    assert.equal((await post(store)).status, 201)
    assert.equal((await post(second)).json.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('stores a 409 of the operation, and rolls back its writes', async () => {
    const store = await aStore(service)
    const body = aDiscount()
    const made = await service.post('/api/v1/discounts', { key: store.key, body })
    const repeat = newId()
    const first = await create(store, repeat, body)
    assert.equal(first.json.code, 'DUPLICATE_CODE')
    await service.delete(`/api/v1/discounts/${made.json.data.id}`, store.key)
    const second = await create(store, repeat, body)
    assert.equal(second.text, first.text)
    assert.equal(second.status, 409)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })

  test('does not store a 400, 403 or 415: the corrected request is processed', async () => {
    const store = await aStore(service)
    const repeat = newId()
    const wrong = await create(store, repeat, aDiscount({ value: -1 }))
    assert.equal(wrong.status, 400)
    const blind = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['store:read'] })
    assert.equal((await create({ key: blind }, repeat)).status, 403)
    const plain = await service.post('/api/v1/discounts', {
      key: store.key,
      body: 'x',
      headers: { 'idempotency-key': repeat, 'content-type': 'text/plain' },
    })
    assert.equal(plain.status, 415)
    assert.equal((await create(store, repeat)).status, 201)
  })

  test('does not store an error by the plan', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 5; n++) await create(store, newId())
    const [repeat, body] = [newId(), aDiscount()]
    assert.equal((await create(store, repeat, body)).json.code, 'PLAN_LIMIT_REACHED')
    await sql`update stores set plan = 'pro' where id = ${store.id}`
    assert.equal((await create(store, repeat, body)).status, 201)
  })

  test('is authenticated and authorised again before its stored response is sent', async () => {
    const store = await aStore(service)
    const [repeat, body] = [newId(), aDiscount()]
    await create(store, repeat, body)
    await sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    assert.equal((await create(store, repeat, body)).status, 402)
    await sql`update api_keys set revoked_at = now() where store_id = ${store.id}`
    assert.equal((await create(store, repeat, body)).status, 401)
  })

  test('400 on a header that is empty, too long, or not printable', async () => {
    const store = await aStore(service)
    for (const repeat of ['x'.repeat(256), 'clave-ñ', 'a\tb', '']) {
      const { status, json } = await create(store, repeat)
      assert.equal(status, 400, JSON.stringify(repeat))
      assert.equal(json.details.field, 'Idempotency-Key')
    }
    assert.equal((await create(store, 'x'.repeat(255))).status, 201)
    assert.equal((await create(store, '~ !"#')).status, 201)
  })

  test('runs once for many concurrent requests over several services', async () => {
    const store = await aStore(service)
    for (let round = 0; round < 3; round++) {
      const [repeat, body] = [newId(), aDiscount()]
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) => create(store, repeat, body, n % 2 ? service : beside)),
      )
      const made = replies.filter(({ status }) => status === 201)
      assert.ok(made.length >= 1)
      assert.equal(new Set(made.map(({ text }) => text)).size, 1)
      assert.equal(made.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
      for (const { status, json } of replies) {
        if (status !== 201) assert.deepEqual([status, json.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
      }
      assert.equal(await discountsOf(store), round + 1)
    }
  })

  test('stores one error response for concurrent requests', async () => {
    const store = await aStore(service)
    const [repeat, body] = [newId(), aDiscount()]
    await service.post('/api/v1/discounts', { key: store.key, body })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(store, repeat, body, n % 2 ? service : beside)),
    )
    for (const { status, json } of replies) {
      assert.equal(status, 409)
      assert.ok(['DUPLICATE_CODE', 'IDEMPOTENCY_IN_PROGRESS'].includes(json.code))
    }
    const later = await create(store, repeat, body)
    assert.deepEqual([later.json.code, later.headers.get('idempotent-replayed')], ['DUPLICATE_CODE', 'true'])
  })

  test('409 while the first request is running', async () => {
    const store = await aStore(service)
    const [repeat, body] = [newId(), aDiscount()]
    const [{ id }] = await sql<[{ id: string }]>`select id from api_keys where store_id = ${store.id}`
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${store.id} key:${id} ${repeat}`}, 1))`
      const { status, json } = await create(store, repeat, body)
      assert.deepEqual([status, json.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    })
    assert.equal((await create(store, repeat, body)).status, 201)
  })

  test('is scoped to the store on public endpoints', async () => {
    const stores = [await aStore(service), await aStore(service)]
    const repeat = newId()
    const orders = []
    for (const store of stores) {
      const { variants } = await aProduct(service, store)
      const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
      const place = () =>
        service.post('/api/orders', { body, headers: { ...anAddress(), 'idempotency-key': repeat } })
      const [first, second] = [await place(), await place()]
      assert.deepEqual([first.status, second.status], [201, 201])
      assert.equal(second.text, first.text)
      orders.push(first.json.id)
    }
    assert.notEqual(orders[0], orders[1])
  })

  test('fails on public endpoints while the store is suspended or deleted', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store)
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const review = { storeId: store.id, productId: id, name: 'Lucía', text: 'Muy rico', rating: 5 }
    const headers = { ...anAddress(), 'idempotency-key': newId() }
    for (const [path, body] of [
      ['/api/orders', anOrder(store, items)],
      ['/api/reviews', review],
    ] as const) {
      const send = () =>
        service.post(path, { body, headers: { ...headers, 'idempotency-key': `${path}${store.id}` } })
      const statuses: number[] = []
      for (const state of ['active', 'suspended', 'active']) {
        await sql`update stores set billing_state = ${state} where id = ${store.id}`
        statuses.push((await send()).status)
      }
      await sql`update stores set deleted_at = now() where id = ${store.id}`
      statuses.push((await send()).status)
      await sql`update stores set deleted_at = null where id = ${store.id}`
      assert.deepEqual(statuses, [201, 402, 201, 404], path)
    }
  })
})

suite('work in several transactions', () => {
  const at = (key: string, scope = 'prueba') => ({ storeId: 'tienda', scope, key })

  test('runs once, is 409 while it runs, and runs again when it failed', async () => {
    const key = newId()
    let done = 0
    const work = async () => String(++done)
    const fail = async (): Promise<string> => {
      throw new Error('no')
    }
    await assert.rejects(runStepsOnce(sql, at(key), fail), /no/)
    await runStepsOnce(sql, at(key), async () => {
      await assert.rejects(runStepsOnce(sql, at(key), work), /en curso/)
      return null
    })
    assert.equal(await runStepsOnce(sql, at(key), work), '1')
    assert.equal(await runStepsOnce(sql, at(key), work), '1')
    assert.equal(await runStepsOnce(sql, at(key, 'otra'), work), '2')
  })

  test('that was interrupted runs again after a minute', async () => {
    const key = newId()
    const [ended, end] = [Promise.withResolvers<string>(), Promise.withResolvers<null>()]
    const lost = runStepsOnce(sql, at(key), () => {
      end.resolve(null)
      return ended.promise
    })
    await end.promise
    await sql`update idempotency_keys set created_at = now() - interval '61 seconds' where key = ${key}`
    assert.equal(await runStepsOnce(sql, at(key), async () => 'otra vez'), 'otra vez')
    ended.resolve('tarde')
    await lost
    assert.equal(await runStepsOnce(sql, at(key), async () => 'nunca'), 'otra vez')
  })
})
