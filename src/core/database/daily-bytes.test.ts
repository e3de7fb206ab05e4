import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOrder, aProduct, aStore, aWebhook, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { DAILY_BYTES } from './daily-bytes.ts'

const service = await startService()
const { sql } = service

const keyOf = ({ ownerId }: { ownerId: string }) => `bytes:${ownerId}`

/** Sets what the account has written in a day that ends in so many hours. */
async function setWritten(store: { ownerId: string }, bytes: number, hours = 5) {
  await sql`
    insert into long_rate_hits (key, hits, ends_at)
    values (${keyOf(store)}, ${bytes / 1024}, now() + make_interval(hours => ${hours}))
    on conflict (key) do update
    set hits = excluded.hits, ends_at = excluded.ends_at`
}

async function writtenBy(store: { ownerId: string }): Promise<number> {
  const [day] = await sql<{ hits: number }[]>`select hits from long_rate_hits where key = ${keyOf(store)}`
  return (day?.hits ?? 0) * 1024
}

suite('the bytes that an account writes in a day', () => {
  test('past their limit are rejected with 429 in all of its stores, and leave nothing', async () => {
    const store = await aStore(service, { plan: 'free' })
    const other = await aStore(service, { plan: 'free', ownerId: store.ownerId })
    const product = await aProduct(service, store, { price: 100 })
    await setWritten(store, DAILY_BYTES.free)
    const path = `/api/v1/products/${product.id}` as const
    const rejected = await service.put(path, { key: store.key, body: { price: 120 } })
    assert.deepEqual([rejected.status, rejected.json.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.match(rejected.json.error, /máximo de 512 MiB.*en 5 horas/)
    const wait = Number(rejected.headers.get('retry-after'))
    assert.ok(wait > 4 * 3600 && wait <= 5 * 3600, `${wait}`)
    const body = { name: 'Moto', price: 5 }
    assert.equal((await service.post('/api/v1/shipping', { key: other.key, body })).status, 429)
    const { json } = await service.get(path, store.key)
    assert.equal(json.data.price, 100)
    assert.equal((await service.get('/api/v1/changes', store.key)).json.total, 0)
    assert.equal(await writtenBy(store), DAILY_BYTES.free)
  })

  test('count again from zero once the day is over', async () => {
    const store = await aStore(service, { plan: 'free' })
    await setWritten(store, DAILY_BYTES.free, -1)
    const body = { name: 'Moto', price: 5 }
    assert.equal((await service.post('/api/v1/shipping', { key: store.key, body })).status, 201)
    assert.ok((await writtenBy(store)) < 16 * 1024)
  })

  test('are more for the members of a paid store', async () => {
    const store = await aStore(service, { plan: 'pro' })
    const body = { name: 'Moto', price: 5 }
    const add = () => service.post('/api/v1/shipping', { key: store.key, body })
    await setWritten(store, DAILY_BYTES.free)
    assert.equal((await add()).status, 201)
    await setWritten(store, DAILY_BYTES.paid)
    assert.equal((await add()).status, 429)
  })

  test('let shoppers order, whatever the shop has written', async () => {
    const store = await aStore(service, { plan: 'free' })
    const { variants } = await aProduct(service, store)
    await setWritten(store, DAILY_BYTES.free)
    const placed = await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
    assert.equal(placed.status, 201)
  })

  test('are of the values written: products with their payloads, files of imports, states of orders', async () => {
    const store = await aStore(service, { plan: 'free' })
    await aWebhook(service, store)
    const { id, variants } = await aProduct(service, store, {
      variants: Array.from({ length: 100 }, (_, n) => ({ name: `Talla ${n}`.padEnd(80, 'x') })),
    })
    const { id: orderId } = (await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))).json // prettier-ignore
    const written = async (work: () => Promise<{ status: number; text: string }>) => {
      const before = await writtenBy(store)
      const { status, text } = await work()
      assert.ok(status < 300, text)
      return (await writtenBy(store)) - before
    }
    const { key } = store
    const large = await written(() => service.put(`/api/v1/products/${id}`, { key, body: { price: 7 } }))
    assert.ok(large > 30_000, `${large}`) // 100 variants, in the product and in the payload
    const description = 'x'.repeat(50_000)
    const headers = { 'content-type': 'text/csv' }
    const body = `Nombre,Precio,Descripción\nA,1,${description}\n`
    const file = await written(() => service.post('/api/v1/imports?dryRun=true', { key, headers, body }))
    assert.ok(file > 50_000, `${file}`)
    const state = await written(() => service.put(`/api/v1/orders/${orderId}`, { key, body: { status: 'confirmed' } })) // prettier-ignore
    assert.ok(state > 1_000, `${state}`)
  })
})
