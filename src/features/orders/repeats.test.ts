import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, countByStatus, type Answer } from '../../../test/service.ts'
import { aDiscount, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'

// Two services on one database stand for two processes.
const service = await startService()
const beside = await startService({}, service)

// The orders of one Slow take their time to be written, so that others surely look while they are.
await service.sql.unsafe(`
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
  create trigger slowly before insert on orders
  for each row when (new.customer_name = 'Slow') execute function slowly();`)

async function aShop() {
  const store = await aStore(service)
  const one = (await aProduct(service, store, { price: 10 })).variants[0]!.id
  const two = (await aProduct(service, store, { price: 20 })).variants[0]!.id
  return { store, one, two, body: anOrder(store, [{ variantId: one, quantity: 1 }]) }
}

/** One request `times` times at once, over both services. */
const atOnce = (times: number, body: (i: number) => object, headers: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: times }, (_, i) => order(i % 2 ? beside : service, body(i), headers)))

const codes = (answers: Answer[]) => new Set(answers.map(({ json }) => json.code))
const total = async ({ key }: { key: string }) => (await service.get('/api/v1/orders', key)).json.total

suite('a duplicate order', () => {
  test('of 50 concurrent requests over two processes, one is placed and 49 are 409 DUPLICATE_ORDER', async () => {
    const { store, body } = await aShop()
    const answers = await atOnce(50, () => ({ ...body, name: 'Slow' }))
    assert.deepEqual(countByStatus(answers), { 201: 1, 409: 49 })
    const placed = answers.find(({ status }) => status === 201)!
    for (const { status, json } of answers) {
      if (status !== 409) continue
      assert.equal(json.code, 'DUPLICATE_ORDER')
      assert.deepEqual(json.details, { orderNumber: placed.json.orderNumber })
    }
    assert.equal(await total(store), 1)
  })

  test('is recognized with its items reordered or split, or its phone written differently', async () => {
    const { store, one, two } = await aShop()
    const items = [
      { variantId: one, quantity: 3 },
      { variantId: two, quantity: 1 },
    ]
    const body = { ...anOrder(store, items), phone: '+50255551234' }
    const { json } = await order(service, body)
    const split = [
      { variantId: two, quantity: 1 },
      { variantId: one, quantity: 1 },
      { variantId: one, quantity: 2 },
    ]
    const same = { ...body, items: split, phone: '+502 5555-1234', name: 'Otra', notes: 'x', address: 'y' }
    const again = await order(beside, same)
    assert.deepEqual([again.status, again.json.details?.orderNumber], [409, json.orderNumber])
  })

  test('is none with other items, another phone, another store, or after 5 minutes', async () => {
    const { store, one, two, body } = await aShop()
    const { json } = await order(service, body)
    const other = await aShop()
    for (const change of [
      { items: [{ variantId: one, quantity: 2 }] },
      { items: [{ variantId: two, quantity: 1 }] },
      { phone: '+50244443333' },
      { storeId: other.store.id, items: other.body.items },
    ]) {
      assert.equal((await order(service, { ...body, ...change })).status, 201)
    }
    const age = (seconds: number) => service.sql`
      update orders set created_at = now() - make_interval(secs => ${seconds})
      where store_id = ${store.id} and id = ${json.id}`
    await age(298)
    assert.equal((await order(service, body)).status, 409)
    await age(301)
    assert.equal((await order(service, body)).status, 201)
  })

  test('may be placed after the first was cancelled', async () => {
    const { store, body } = await aShop()
    const { json } = await order(service, body)
    await service.put(`/api/v1/orders/${json.id}`, { key: store.key, body: { status: 'cancelled' } })
    assert.equal((await order(service, body)).status, 201)
    assert.equal((await order(service, body)).status, 409)
  })
})

suite('an order with an Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  test('is placed once, and a retry gets the same response', async () => {
    const { store, body } = await aShop()
    const first = await order(service, body, key('uno'))
    const again = await order(beside, { ...body, items: [...body.items] }, key('uno'))
    assert.equal(first.status, 201)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.deepEqual([again.status, again.json], [201, first.json])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(await total(store), 1)
  })

  test('of 50 concurrent requests over two processes, one is placed, the others get its response or IDEMPOTENCY_IN_PROGRESS', async () => {
    const { store, body } = await aShop()
    const answers = await atOnce(50, () => ({ ...body, name: 'Slow' }), key('cincuenta'))
    const placed = answers.filter(({ status }) => status === 201)
    assert.equal(new Set(placed.map(({ json }) => json.id)).size, 1)
    assert.equal(placed.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    const others = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(codes(others), new Set(others.length ? ['IDEMPOTENCY_IN_PROGRESS'] : []))
    assert.equal(await total(store), 1)
  })

  test('409 on another body under the same key; the key is free in another store', async () => {
    const { body } = await aShop()
    await order(service, body, key('dos'))
    const reused = await order(service, { ...body, name: 'Otra' }, key('dos'))
    assert.deepEqual([reused.status, reused.json.code], [409, 'IDEMPOTENCY_KEY_REUSED'])
    const other = await aShop()
    assert.equal((await order(service, other.body, key('dos'))).status, 201)
  })

  test('replays a stored 409 and 404', async () => {
    const { store, body } = await aShop()
    const { json } = await order(service, body)
    const refused = await order(service, body, key('tres'))
    await service.put(`/api/v1/orders/${json.id}`, { key: store.key, body: { status: 'cancelled' } })
    const again = await order(service, body, key('tres'))
    assert.deepEqual([again.status, again.json], [409, refused.json])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')

    const unknown = { ...body, storeId: `nadie${store.id.slice(0, 8)}` }
    assert.equal((await order(service, unknown, key('cuatro'))).headers.get('idempotent-replayed'), null)
    const lost = await order(service, unknown, key('cuatro'))
    assert.deepEqual([lost.status, lost.headers.get('idempotent-replayed')], [404, 'true'])
  })

  test('does not replay a 400: the corrected order is placed', async () => {
    const { one, body } = await aShop()
    await service.sql`update variants set is_active = false where id = ${one}`
    assert.equal((await order(service, body, key('cinco'))).status, 400)
    await service.sql`update variants set is_active = true where id = ${one}`
    const placed = await order(service, body, key('cinco'))
    assert.deepEqual([placed.status, placed.headers.get('idempotent-replayed')], [201, null])
  })

  test('400 on a key that is empty or too long', async () => {
    const { body } = await aShop()
    for (const bad of ['', 'x'.repeat(256)]) {
      const refused = await order(service, body, key(bad))
      assert.deepEqual([refused.status, refused.json.details?.field], [400, 'Idempotency-Key'], bad)
    }
  })
})

suite('the last use of a discount', () => {
  test('is given to one of 20 concurrent orders', async () => {
    const { store, one } = await aShop()
    await aDiscount(service, store, { code: 'ULTIMO', maxUses: 1 })
    const items = [{ variantId: one, quantity: 1 }]
    const answers = await atOnce(20, () => ({
      ...anOrder(store, items),
      name: 'Slow',
      discountCode: 'ultimo',
    }))
    assert.deepEqual(countByStatus(answers), { 201: 1, 400: 19 })
    for (const { status, json } of answers) {
      if (status === 400) assert.equal(json.details.reason, 'exhausted')
    }
    const { json } = await service.get('/api/v1/discounts', store.key)
    assert.equal(json.data[0]!.usedCount, 1)
  })
})
