import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { connect } from '../../src/core/database/db.ts'
import { anOrder, aProduct, aStore, order } from '../factories.ts'
import { aMember } from '../panel.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'

const service = await startService()
const operator = connect(service.databaseUrl, { max: 2 })
after(() => operator.end())
/** Three times the connections of the service. */
const WAITING = 30

const isWaitedFor = async () =>
  (
    await operator`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).length > 0

const change = ({ key }: { key: string }, id: string, price: number) =>
  service.put(`/api/v1/products/${id}`, { key, body: { price } })

const orderOne = ({ id }: { id: string }, variantId: string) =>
  order(service, anOrder({ id }, [{ variantId, quantity: 1 }]))

suite('while requests of a store wait for a lock', () => {
  test('other stores read and write', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const [product, others] = [await aProduct(service, store), await aProduct(service, other)]

    const changes = await operator.begin(async (tx) => {
      await tx`select from stores where id = ${store.id} for no key update`
      const waiting = Array.from({ length: WAITING }, (_, n) => change(store, product.id, 10 + n))
      await waitFor(isWaitedFor)
      const read = await service.get('/api/v1/products', other.key)
      const changed = await change(other, others.id, 99)
      assert.deepEqual([read.status, changed.status], [200, 200])
      return waiting
    })
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200)
  })

  test('the same store takes orders', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store)
    const changes = await operator.begin(async (tx) => {
      await tx`select from stores where id = ${store.id} for no key update`
      const waiting = Array.from({ length: WAITING }, (_, n) => change(store, id, 10 + n))
      await waitFor(isWaitedFor)
      assert.equal((await orderOne(store, variants[0]!.id)).status, 201)
      return waiting
    })
    await Promise.all(changes)
  })

  test('other stores take orders', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const stocked = await aProduct(service, store, { variants: [{ name: '250 g', stock: 100 }] })
    const { variants } = await aProduct(service, other)
    await service.sql`update stores set keeps_stock = true where id = ${store.id}`

    const orders = await operator.begin(async (tx) => {
      const variantId = stocked.variants[0]!.id
      await tx`select from variants where store_id = ${store.id} and id = ${variantId} for update`
      const waiting = Array.from({ length: WAITING }, () => orderOne(store, variantId))
      await waitFor(isWaitedFor)
      assert.equal((await orderOne(other, variants[0]!.id)).status, 201)
      return waiting
    })
    for (const { status } of await Promise.all(orders)) assert.equal(status, 201)
  })
})

suite('while reads of a store wait', () => {
  const reads: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
    'with a key': async () => {
      const { key } = await aStore(service)
      return () => service.get('/api/v1/reviews', key)
    },
    'of its panel': async () => {
      const { person, base } = await aMember(service, 'OWNER')
      return () => person.get(`${base}/opiniones`)
    },
    'of its catalog': async () => {
      const { slug } = await aStore(service)
      return () => service.get(`/${slug}?desde=1`)
    },
  }
  for (const [name, prepare] of Object.entries(reads)) {
    test(`other stores read and write: ${name}`, async () => {
      const [read, other] = [await prepare(), await aStore(service)]
      const waiting = await operator.begin(async (tx) => {
        await tx`lock table reviews, categories in access exclusive mode`
        const waiting = Array.from({ length: WAITING }, () => read())
        await waitFor(isWaitedFor)
        assert.equal((await service.get('/api/v1/orders', other.key)).status, 200)
        const renamed = await service.put('/api/v1/store', { key: other.key, body: { name: 'Otra' } })
        assert.equal(renamed.status, 200)
        return waiting
      })
      for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
    })
  }
})
