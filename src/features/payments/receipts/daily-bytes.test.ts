import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAddress } from '../../../../test/factories.ts'
import { aPaidStore, sendReceipt } from '../../../../test/receipts.ts'
import { startService } from '../../../../test/service.ts'
import { RECEIPT_MIB } from './daily-bytes.ts'

const service = await startService()
const { sql } = service
const free = () => aPaidStore(service, { plan: 'free' })

/** A PDF of so many bytes, of others each time. */
const pdf = (bytes = 2000) => {
  const head = Buffer.from(`%PDF-1.7 ${Math.random()}\n`)
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)])
}
const LARGEST = 5 * 1024 * 1024

async function use(key: string, mebibytes: number) {
  await sql`
    insert into long_rate_hits (key, hits, ends_at)
    values (${key}, ${mebibytes * 1024}, now() + interval '5 hours')
    on conflict (key) do update
    set hits = excluded.hits`
}

async function used(key: string): Promise<number> {
  const [row] = await sql<{ hits: number }[]>`select hits from long_rate_hits where key = ${key}`
  return row?.hits ?? 0
}

suite('receipts of a day', () => {
  test('of one address with the largest files stop that address, and no other shopper of the store', async () => {
    const { place } = await free()
    const headers = anAddress()
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await sendReceipt(service, await place(), pdf(LARGEST), { headers })).status)
    assert.deepEqual(statuses, [201, 201, 201, 429])
    const last = await sendReceipt(service, await place(), pdf(LARGEST), { headers })
    assert.match(last.json.error, /Desde tu conexión .* por WhatsApp/)
    assert.ok(Number(last.headers.get('retry-after')) > 86_000)
    assert.equal((await sendReceipt(service, await place(), pdf())).status, 201)
    const other = await free()
    assert.equal((await sendReceipt(service, await other.place(), pdf(), { headers })).status, 201)
  })

  test('of one address in all stores are bounded too', async () => {
    const { place } = await free()
    const headers = anAddress()
    const address = Object.values(headers)[0]!
    await use(`bytes:receipts-address:${address}`, RECEIPT_MIB.address)
    assert.equal((await sendReceipt(service, await place(), pdf(), { headers })).status, 429)
  })

  test('of strangers use up half of a store: whose order it confirmed, and who bought before, goes on', async () => {
    const { store, place } = await free()
    const key = `bytes:receipts-store:${store.id}`
    await use(key, RECEIPT_MIB.store.free / 2)
    const order = await place()
    const rejected = await sendReceipt(service, order, pdf())
    assert.deepEqual([rejected.status, rejected.json.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.match(rejected.json.error, /La tienda ya recibió hoy/)
    assert.equal(await used(key), (RECEIPT_MIB.store.free / 2) * 1024)
    await service.put(`/api/v1/orders/${order.id}`, { key: store.key, body: { status: 'confirmed' } })
    assert.equal((await sendReceipt(service, order, pdf())).status, 201)
    const again = await place()
    await sql`
      update customers set total_spent = 100
      where id = (select customer_id from orders where id = ${again.id})`
    assert.equal((await sendReceipt(service, again, pdf())).status, 201)
    await use(key, RECEIPT_MIB.store.free)
    assert.equal((await sendReceipt(service, order, pdf())).status, 429)
  })

  test('of one store leave those of its owner to her other stores, until the account is full', async () => {
    const { store, place } = await free()
    await use(`bytes:receipts-store:${store.id}`, RECEIPT_MIB.store.free)
    assert.equal((await sendReceipt(service, await place(), pdf())).status, 429)
    const sister = await aPaidStore(service, { plan: 'free', ownerId: store.ownerId })
    assert.equal((await sendReceipt(service, await sister.place(), pdf())).status, 201)
    await use(`bytes:receipts:${store.ownerId}`, RECEIPT_MIB.account.free)
    assert.equal((await sendReceipt(service, await sister.place(), pdf())).status, 429)
  })

  test('are more for a paid store, and for the account of its owner', async () => {
    const { store, place } = await aPaidStore(service, { plan: 'pro' })
    await use(`bytes:receipts-store:${store.id}`, RECEIPT_MIB.store.free)
    await use(`bytes:receipts:${store.ownerId}`, RECEIPT_MIB.account.free)
    assert.equal((await sendReceipt(service, await place(), pdf())).status, 201)
    await use(`bytes:receipts:${store.ownerId}`, RECEIPT_MIB.account.paid)
    assert.equal((await sendReceipt(service, await place(), pdf())).status, 429)
  })

  test('count their bytes for the owner apart from what the owner writes', async () => {
    const { store, place } = await free()
    await sendReceipt(service, await place(), pdf(3_000_000))
    assert.ok((await used(`bytes:receipts:${store.ownerId}`)) > 2900)
    assert.ok((await used(`bytes:${store.ownerId}`)) < 1000)
    await use(`bytes:receipts:${store.ownerId}`, RECEIPT_MIB.account.free)
    const body = { name: 'Moto', price: 5 }
    assert.equal((await service.post('/api/v1/shipping', { key: store.key, body })).status, 201)
  })

  test('of one order are at most 10 MiB; those past it count towards nothing', async () => {
    const { store, place } = await free()
    const order = await place()
    const send = async () => (await sendReceipt(service, order, pdf(LARGEST))).json
    assert.deepEqual([await send(), await send()], [{ state: 'REVIEW' }, { state: 'REVIEW' }])
    const before = await used(`bytes:receipts-store:${store.id}`)
    const { code, details } = await send()
    assert.deepEqual([code, details.limit], ['LIMIT_REACHED', 10 * 1024 * 1024])
    assert.equal(await used(`bytes:receipts-store:${store.id}`), before)
  })
})
