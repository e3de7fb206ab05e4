import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

/** A store where these people ordered, one after the other. */
async function aStoreOf(people: { name: string; phone: string; address?: string }[]) {
  const store = await aStore(service)
  const { variants } = await aProduct(service, store, { price: 80 })
  for (const [i, person] of people.entries()) {
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: i + 1 }]), ...person }
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    assert.equal(placed.status, 201, placed.text)
  }
  return store
}

const names = (json: { data: { name: string }[] }) => json.data.map(({ name }) => name)

suite('GET /api/v1/customers', () => {
  test('lists one customer per phone by latest order, with the data of that order', async () => {
    const store = await aStoreOf([
      { name: 'Ana Morales', phone: '+50255551111', address: '3a calle 5, Antigua' },
      { name: 'José Pérez', phone: '+50255552222' },
      { name: 'Ana M. de Morales', phone: '+502 5555-1111' },
    ])
    const { json } = await service.get('/api/v1/customers', store.key)
    assert.deepEqual(names(json), ['Ana M. de Morales', 'José Pérez'])
    assert.deepEqual([json.total, json.limit, json.offset], [2, 50, 0])
    const { id, firstOrderAt, lastOrderAt, createdAt, updatedAt, ...ana } = json.data[0]!
    assert.deepEqual(ana, {
      name: 'Ana M. de Morales',
      phone: '+50255551111',
      address: '3a calle 5, Antigua',
      orderCount: 2,
      totalSpent: 0,
      currency: 'GTQ',
    })
    assert.ok(id && createdAt && updatedAt && firstOrderAt < lastOrderAt)
  })

  test('searches names ignoring case and accents, and phones in any notation', async () => {
    const store = await aStoreOf([
      { name: 'José Ñandú', phone: '+50255553333' },
      { name: 'Ana 100%', phone: '+50255554444' },
    ])
    const found = async (search: string) => {
      const { json } = await service.get(`/api/v1/customers?search=${encodeURIComponent(search)}`, store.key)
      assert.equal(json.total, json.data.length)
      return names(json)
    }
    assert.deepEqual(await found('jose nandu'), ['José Ñandú'])
    assert.deepEqual(await found('ÑANDÚ'), ['José Ñandú'])
    assert.deepEqual(await found('5555-4444'), ['Ana 100%'])
    assert.deepEqual(await found('100%'), ['Ana 100%'])
    assert.deepEqual(await found('%'), ['Ana 100%'])
    assert.deepEqual(await found('Ana 4444'), [])
  })

  test('pages without skipping or repeating anyone', async () => {
    const store = await aStoreOf([1, 2, 3].map((n) => ({ name: `Cliente ${n}`, phone: `+5025555000${n}` })))
    const page = async (offset: number) =>
      (await service.get(`/api/v1/customers?limit=2&offset=${offset}`, store.key)).json
    assert.deepEqual(names(await page(0)), ['Cliente 3', 'Cliente 2'])
    assert.deepEqual(names(await page(2)), ['Cliente 1'])
    assert.deepEqual([(await page(9)).data, (await page(9)).total], [[], 3])
  })

  test('never shows those of another store', async () => {
    await aStoreOf([{ name: 'Ana', phone: '+50255551111' }])
    const stranger = await aStore(service)
    assert.deepEqual((await service.get('/api/v1/customers', stranger.key)).json.data, [])
    assert.deepEqual((await service.get('/api/v1/customers?search=ana', stranger.key)).json.total, 0)
  })

  test('403 without the scope', async () => {
    const { key } = await aStore(service, { scopes: ['orders:read'] })
    assert.equal((await service.get('/api/v1/customers', key)).json.details.requiredScope, 'customers:read')
  })
})
