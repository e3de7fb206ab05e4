import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aPlacedOrder, aStore } from '../../../test/factories.ts'
import { connect } from '../../core/database/db.ts'
import { readOrders } from './list.ts'

const service = await startService()

type Store = Awaited<ReturnType<typeof aStore>>

const list = async (store: Store, query: Record<string, string> = {}) =>
  (await service.get(`/api/v1/orders?${new URLSearchParams(query).toString()}`, store.key)).json
const names = ({ data }: { data: { customerName: string }[] }) => data.map(({ customerName }) => customerName)

async function aStoreWith(people: Record<string, unknown>[]) {
  const store = await aStore(service)
  const orders = []
  for (const person of people) orders.push(await aPlacedOrder(service, store, person))
  return { store, orders }
}

suite('GET /api/v1/orders', () => {
  test('lists the newest first, in the list shape', async () => {
    const { store, orders } = await aStoreWith([{ name: 'Ana', address: '3a calle' }, { name: 'Luis' }])
    const json = await list(store)
    assert.deepEqual(names(json), ['Luis', 'Ana'])
    assert.deepEqual([json.total, json.limit, json.offset], [2, 50, 0])
    assert.deepEqual(Object.keys(json.data[0]!).toSorted(), [
      'createdAt',
      'currency',
      'customerName',
      'customerPhone',
      'deliveryKind',
      'discount',
      'id',
      'isTest',
      'items',
      'notes',
      'notifyCustomer',
      'orderNumber',
      'payment',
      'phoneVerified',
      'status',
      'subtotal',
      'table',
      'total',
      'wantedAt',
    ])
    assert.deepEqual(Object.keys(json.data[0]!.items[0]!), [
      'productName',
      'variantName',
      'quantity',
      'unitPrice',
      'subtotal',
      'modifiers',
      'note',
    ])
    assert.equal(json.data[1]!.id, orders[0]!.id)
  })

  test('pages through orders with equal createdAt without skipping or repeating any', async () => {
    const { store } = await aStoreWith([1, 2, 3, 4, 5].map((n) => ({ name: `Cliente ${n}` })))
    await service.sql`update orders set created_at = '2026-01-01T00:00:00Z' where store_id = ${store.id}`
    const seen = []
    for (const offset of ['0', '2', '4', '6']) {
      const page = await list(store, { limit: '2', offset })
      assert.equal(page.total, 5)
      seen.push(...names(page))
    }
    assert.equal(new Set(seen).size, 5)
    assert.equal(seen.length, 5)
  })

  test('filters by status, with the total from the counters', async () => {
    const { store, orders } = await aStoreWith([{ name: 'Ana' }, { name: 'Luis' }, { name: 'Eva' }])
    const path = `/api/v1/orders/${orders[1]!.id}` as const
    await service.put(path, { key: store.key, body: { status: 'confirmed' } })
    const [pending, confirmed, shipped] = [
      await list(store, { status: 'pending' }),
      await list(store, { status: 'confirmed' }),
      await list(store, { status: 'shipped' }),
    ]
    assert.deepEqual([names(pending), pending.total], [['Eva', 'Ana'], 2])
    assert.deepEqual([names(confirmed), confirmed.total], [['Luis'], 1])
    assert.deepEqual([shipped.data, shipped.total], [[], 0])
    assert.equal((await list(store)).total, 3)
  })

  test('searches number, name without case or accents, and phone', async () => {
    const { store, orders } = await aStoreWith([
      { name: 'José Ñandú', phone: '+50255551111' },
      { name: 'Ana_María', phone: '+50255552222' },
    ])
    const found = async (search: string) => {
      const json = await list(store, { search })
      assert.equal(json.total, json.data.length)
      return names(json)
    }
    assert.deepEqual(await found('jose'), ['José Ñandú'])
    assert.deepEqual(await found('MARÍA'), ['Ana_María'])
    assert.deepEqual(await found('_'), ['Ana_María'])
    assert.deepEqual(await found('%'), [])
    assert.deepEqual(await found('5555-2222'), ['Ana_María'])
    const number = orders[0]!.orderNumber
    assert.deepEqual(await found(number.toLowerCase()), ['José Ñandú'])
    assert.deepEqual(await found(number.slice(5)), ['José Ñandú'])
    assert.deepEqual(await found('ped-'), ['Ana_María', 'José Ñandú'])
    assert.deepEqual((await list(store, { search: 'jose', status: 'confirmed' })).total, 0)
    assert.equal((await list(store, { search: '' })).total, 2)
  })

  test('finds names that begin like every number', async () => {
    const { store } = await aStoreWith([{ name: 'Pedro' }, { name: 'Ana' }, { name: 'Rosa Pedraza' }])
    const found = async (search: string) => names(await list(store, { search }))
    assert.deepEqual(await found('ped'), ['Rosa Pedraza', 'Pedro'])
    assert.deepEqual(await found('PED-'), ['Rosa Pedraza', 'Ana', 'Pedro'])
  })

  test('finds an order by its customerName, also when the customer has another name now', async () => {
    const phone = '+50255553333'
    const { store } = await aStoreWith([
      { name: 'Ana', phone },
      { name: 'Luis', phone },
      { name: 'Ana', phone },
    ])
    const found = async (search: string) => names(await list(store, { search }))
    assert.deepEqual(await found('luis'), ['Luis'])
    assert.deepEqual(await found('ana'), ['Ana', 'Ana'])
    assert.deepEqual(await found(phone), ['Ana', 'Luis', 'Ana'])
    const customers = await service.get('/api/v1/customers?search=luis', store.key)
    assert.deepEqual(customers.json.data, [])
  })

  test('filters by createdAt: from inclusive, to exclusive, in any time zone', async () => {
    const { store, orders } = await aStoreWith([{ name: 'Uno' }, { name: 'Dos' }, { name: 'Tres' }])
    for (const [i, { id }] of orders.entries()) {
      await service.sql`update orders set created_at = ${`2026-03-0${i + 1}T12:00:00Z`} where id = ${id}`
    }
    const window = { from: '2026-03-01T12:00:00Z', to: '2026-03-03T12:00:00Z' }
    assert.deepEqual(names(await list(store, window)), ['Dos', 'Uno'])
    assert.equal((await list(store, window)).total, 2)
    assert.deepEqual(names(await list(store, { from: '2026-03-02T06:00:00-06:00' })), ['Tres', 'Dos'])
    assert.deepEqual(names(await list(store, { to: '2026-03-01T12:00:00.001Z' })), ['Uno'])
    assert.deepEqual((await list(store, { from: window.to, to: window.from })).data, [])
  })

  test('400 on an invalid query', async () => {
    const { key } = await aStore(service)
    const bad = [
      ['limit=0', 'limit', 'minimum'],
      ['limit=101', 'limit', 'maximum'],
      ['limit=2.5', 'limit', 'type'],
      ['limit=', 'limit', 'type'],
      ['offset=-1', 'offset', 'minimum'],
      ['offset=99999999999999999999', 'offset', 'maximum'],
      ['status=paid', 'status', 'enum'],
      ['status=pending&status=shipped', 'status', 'enum'],
      ['from=ayer', 'from', 'format'],
      ['from=2026-02-30T00:00:00Z', 'from', 'format'],
      ['from=0000-01-01T00:00:00Z', 'from', 'format'],
      ['to=2026-03-01', 'to', 'format'],
      ['search=%00', 'search', 'invalid'],
      [`search=${'x'.repeat(121)}`, 'search', 'max_length'],
    ] as const
    for (const [query, field, reason] of bad) {
      const refused = await service.get(`/api/v1/orders?${query}`, key)
      assert.equal(refused.status, 400, query)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason], query)
    }
    const odd = await service.get('/api/v1/orders?colour=red&to=2026-03-01T00:00:00%2B14:59', key)
    assert.equal(odd.status, 200)
  })

  test('never shows another store its orders', async () => {
    await aStoreWith([{ name: 'Ana' }])
    const stranger = await aStore(service)
    assert.equal((await list(stranger)).total, 0)
    assert.equal((await list(stranger, { search: 'Ana' })).total, 0)
  })
})

suite('The list of a status', () => {
  test("reads only its own rows, even if the planner's statistics have no such status", async () => {
    const { store, orders } = await aStoreWith([{ name: 'Ana' }])
    await service.sql`
      insert into orders (
        store_id, id, order_number, customer_id, customer_name, customer_phone, currency, items, items_hash, subtotal,
        total, timeline, tracking_token
      )
      select
        store_id, 'o' || n, n, customer_id, customer_name, customer_phone, currency, items, items_hash, subtotal, total,
        timeline, 't' || n
      from orders
      cross join generate_series(1, 3000) as n
      where id = ${orders[0]!.id}`
    await service.sql`analyze orders`
    await service.put(`/api/v1/orders/${orders[0]!.id}`, { key: store.key, body: { status: 'cancelled' } })
    const sql = connect(service.databaseUrl, { max: 1 })
    after(() => sql.end())
    const read = await rowsRead(sql, 'orders', async (tx) => {
      const { data } = await readOrders(tx, store.id, { status: 'cancelled', limit: 50, offset: 0 })
      assert.equal(data.length, 1)
    })
    assert.equal(read, 1)
  })
})
