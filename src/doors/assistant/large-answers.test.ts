import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant } from '../../../test/assistant.ts'
import {
  aKey,
  aModifierGroup,
  anOrder,
  aPhone,
  aProduct,
  aShippingOption,
  aStore,
  order,
} from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const store = await aStore(service)
const assistant = await anAssistant(service, store.key, { search: '?tools=all' })

const KiB = 1024
const ENTRIES = 24
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const wide = (n: number, length: number) => `${n} `.padEnd(length, 'ñ')

/** What fills each list with as large entries as may be. */
const fill: Record<string, () => Promise<unknown>> = {
  list_products: () => create('products', (n) => ({ ...aLargeProduct(n), price: 1 })),
  list_changes: () => changeLongDescriptions(),
  list_shipping_options: () =>
    Promise.all(
      times(ENTRIES, (n) =>
        aShippingOption(service, store, {
          name: `Envío ${n}`,
          areas: times(200, (area) => ({
            name: wide(area, 80),
            price: 1,
            postalCodes: times(50, (code) => `${area * 50 + code}`.padEnd(10, '0')),
          })),
        }),
      ),
    ),
  list_modifier_groups: () =>
    Promise.all(
      times(4 * ENTRIES, (n) =>
        aModifierGroup(service, store, {
          name: wide(n, 60),
          choices: times(50, (choice) => ({ name: wide(choice, 60), price: 0 })),
        }),
      ),
    ),
  list_orders: () => placeLargeOrders(),
}

async function create(path: string, body: (n: number) => object) {
  for (let n = 0; n < ENTRIES; n++) {
    const { status, text } = await service.post(`/api/v1/${path}`, { key: store.key, body: body(n) })
    assert.equal(status, 201, text)
  }
}

async function changeLongDescriptions() {
  const { id } = await aProduct(service, store)
  const key = await aKey(service, { storeId: store.id, accountId: store.ownerId })
  for (let n = 0; n < 4 * ENTRIES; n++) {
    const body = { description: wide(n, 5000) }
    assert.equal((await service.put(`/api/v1/products/${id}`, { key, body })).status, 200)
  }
}

const aLargeProduct = (n: number) => ({
  name: `Camisa ${n}`,
  description: wide(n, 5000),
  variants: times(100, (v) => ({
    name: wide(v, 80),
    imageUrl: `https://fotos.example/${v}`.padEnd(2000, 'x'),
  })),
})

const phone = aPhone()

/** One of some 100 KiB, and as many copies of it. */
async function placeLargeOrders() {
  const choices = times(30, (n) => ({ name: wide(n, 60), price: 0 }))
  const group = await aModifierGroup(service, store, { name: wide(0, 60), choices })
  const product = await aProduct(service, store, { modifierGroupIds: [group.id] })
  const modifiers = group.choices.map(({ id }) => ({ choiceId: id }))
  const items = times(14, (n) => ({
    variantId: product.variants[0]!.id,
    quantity: 1,
    note: `${n}`,
    modifiers,
  }))
  const { status, text, json } = await order(service, { ...anOrder(store, items), phone })
  assert.equal(status, 201, text)
  await service.sql`
    insert into orders
    select (jsonb_populate_record(orders, jsonb_build_object(
      'id', id || n, 'order_number', 'PED-A' || n, 'tracking_token', 'token' || n
    ))).*
    from orders cross join generate_series(2, ${ENTRIES}) as n
    where store_id = ${store.id} and id = ${json.id}`
  await service.sql`select increment_counter(${store.id}, 'orders.pending', ${ENTRIES - 1})`
}

suite('the answer of a tool', () => {
  for (const [name, filled] of Object.entries(fill))
    test(`${name} ends before its rows weigh 512 KiB and one more, says so in its limit, and goes on from there`, async () => {
      await filled()
      const seen = new Set<string>()
      let total = 1
      for (let offset = 0; offset < total;) {
        const { isError, body, texts } = await assistant.call(name as 'list_products', { limit: 100, offset })
        assert.equal(isError, false, texts[0])
        assert.ok(Buffer.byteLength(texts[0]!) < 900 * KiB, `${Buffer.byteLength(texts[0]!)}`)
        ;({ total } = body)
        assert.equal(body.limit, offset + body.data.length < total ? body.data.length : body.limit)
        for (const { id } of body.data) seen.add(id)
        offset += body.data.length
      }
      assert.equal(seen.size, total)
      assert.ok(total >= ENTRIES, `${total}`)
    })

  test('get_customer has as many of the newest orders as fit 512 KiB, over REST too', async () => {
    const { data } = await assistant.done('list_customers')
    const { id } = data.find((customer) => customer.phone === phone)!
    const { texts, body } = await assistant.call('get_customer', { id })
    assert.ok(Buffer.byteLength(texts[0]!) < 700 * KiB, `${Buffer.byteLength(texts[0]!)}`)
    assert.ok(body.data.orders.length > 3 && body.data.orders.length < ENTRIES)
    const { json } = await service.get(`/api/v1/customers/${id}`, store.key)
    assert.deepEqual(json.data.orders, body.data.orders)
  })
})

suite('a page of the API', () => {
  test('ends before its rows weigh 4 MiB and one more', async () => {
    const { text, json } = await service.get('/api/v1/products?limit=100', store.key)
    assert.ok(
      Buffer.byteLength(text) < 4.4 * KiB * KiB && Buffer.byteLength(text) > 3.5 * KiB * KiB,
      `${text.length}`,
    )
    assert.equal(json.limit, json.data.length)
    assert.ok(json.total > json.limit)
  })
})
