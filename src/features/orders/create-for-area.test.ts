import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { eraseCustomer } from '../customers/erase.ts'
import { startService } from '../../../test/service.ts'
import { aDiscount, anOrder, aShippingOption, order } from '../../../test/factories.ts'
import { shopsOn } from '../../../test/shop-with-product.ts'

const service = await startService()
const { aShop, read, set } = shopsOn(service)
const zones = [{ name: 'Zona 1', price: 15.5 }, { name: 'Zona 10' }]
const location = { latitude: 14.601234, longitude: -90.512345 }

async function aShopWithAreas() {
  const { store, items } = await aShop({}, { price: 100 })
  const option = await aShippingOption(service, store, { price: 35, areas: zones })
  const [first, second] = option.areas as { id: string }[]
  const place = (more: Record<string, unknown>) =>
    order(service, { ...anOrder(store, items), shippingOptionId: option.id, ...more })
  return { store, items, place, first: first!.id, second: second!.id }
}

suite('an order for an area', () => {
  test('costs what the area costs, or the option where the area has no price, and keeps its name', async () => {
    const { store, place, first, second } = await aShopWithAreas()
    const name = 'Envío a domicilio'
    const placed = await place({ areaId: first })
    assert.deepEqual([placed.status, placed.json.total], [201, 115.5])
    const { shippingOption } = await read(store, placed.json.id)
    assert.deepEqual(shippingOption, { name, price: 15.5, area: 'Zona 1' })
    const other = await read(store, (await place({ areaId: second })).json.id)
    assert.deepEqual([other.shippingOption, other.total], [{ name, price: 35, area: 'Zona 10' }, 135])
  })

  test('is free from the threshold on, before a discount', async () => {
    const { store, place, first } = await aShopWithAreas()
    await aDiscount(service, store, { code: 'MITAD', value: 50 })
    await set(store, { freeShippingFrom: 100 })
    const { shippingOption, total } = await read(
      store,
      (await place({ areaId: first, discountCode: 'MITAD' })).json.id,
    )
    assert.deepEqual([shippingOption?.price, shippingOption?.area, total], [0, 'Zona 1', 50])
  })

  test('is 400 without the area, or with one that the option has not', async () => {
    const { store, items, place, first } = await aShopWithAreas()
    const plain = await aShippingOption(service, store)
    const theirs = await aShopWithAreas()
    const cases: [Record<string, unknown>, reason: string][] = [
      [{}, 'required'],
      [{ areaId: null }, 'required'],
      [{ areaId: 'nadie' }, 'not_found'],
      [{ areaId: theirs.first }, 'not_found'],
      [{ areaId: first, shippingOptionId: plain.id }, 'not_found'],
      [{ areaId: first, shippingOptionId: null }, 'not_found'],
    ]
    for (const [more, reason] of cases) {
      const refused = await place(more)
      assert.equal(refused.status, 400, refused.text)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['areaId', reason])
    }
    const wrong = await place({ areaId: 7 })
    assert.deepEqual([wrong.json.details.field, wrong.json.details.reason], ['areaId', 'type'])
    const { json } = await order(service, {
      ...anOrder(store, items),
      shippingOptionId: plain.id,
      areaId: null,
    })
    assert.deepEqual((await read(store, json.id)).shippingOption?.area, null)
  })

  test('keeps its area when the option loses it', async () => {
    const { store, place, first } = await aShopWithAreas()
    const { id } = (await place({ areaId: first })).json
    const [option] = (await service.get('/api/v1/shipping', store.key)).json.data
    await service.put(`/api/v1/shipping/${option!.id}`, { key: store.key, body: { areas: [] } })
    assert.equal((await read(store, id)).shippingOption?.area, 'Zona 1')
    assert.equal((await place({ areaId: first })).json.details.reason, 'not_found')
  })
})

suite('the location of an order', () => {
  test('is in the single order and the webhook of it, not in the list', async () => {
    const { store, items } = await aShop()
    const placed = await order(service, { ...anOrder(store, items), location })
    assert.equal(placed.status, 201, placed.text)
    assert.deepEqual((await read(store, placed.json.id)).location, location)
    const [listed] = (await service.get('/api/v1/orders', store.key)).json.data
    assert.ok(!('location' in listed!))
    for (const none of [{}, { location: null }]) {
      const { id } = (await order(service, { ...anOrder(store, items), ...none })).json
      assert.equal((await read(store, id)).location, null)
    }
  })

  test('is a link to a map in the message to the store', async () => {
    const { store, items } = await aShop()
    const placed = await order(service, { ...anOrder(store, items), location })
    const map = 'https://www.google.com/maps/search/?api=1&query=14.601234,-90.512345'
    const text = (url: string | null) => new URL(url!).searchParams.get('text')!
    assert.ok(text(placed.json.whatsappUrl).includes(`\nMapa: ${map}\n`))
    assert.ok(!text((await order(service, anOrder(store, items))).json.whatsappUrl).includes('Mapa'))
    await set(store, { messageTemplate: '{{mapa}} {{mapUrl}}' })
    const own = await order(service, { ...anOrder(store, items), location })
    assert.equal(text(own.json.whatsappUrl), `${map} ${map}`)
  })

  const bad: [location: unknown, field: string, reason: string][] = [
    ['14.6,-90.5', 'location', 'type'],
    [{ latitude: 14.6 }, 'location.longitude', 'required'],
    [{ latitude: 90.1, longitude: 0 }, 'location.latitude', 'maximum'],
    [{ latitude: 0, longitude: -180.1 }, 'location.longitude', 'minimum'],
    [{ latitude: '14.6', longitude: -90.5 }, 'location.latitude', 'type'],
    [{ ...location, accuracy: 5 }, 'location.accuracy', 'unknown_field'],
  ]
  for (const [sent, field, reason] of bad) {
    test(`is 400 when it is ${JSON.stringify(sent)}`, async () => {
      const { store, items } = await aShop()
      const refused = await order(service, { ...anOrder(store, items), location: sent })
      assert.equal(refused.status, 400, refused.text)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    })
  }

  test('is erased with the customer, in waiting deliveries too', async () => {
    const { store, items } = await aShop()
    const { id } = (await order(service, { ...anOrder(store, items), location })).json
    const [{ customerId }] = await service.sql<[{ customerId: string }]>`
      select customer_id from orders where store_id = ${store.id} and id = ${id}`
    await eraseCustomer(service.sql, store.id, customerId)
    assert.equal((await read(store, id)).location, null)
    const left = await service.sql`
      select 1 from delivery_payloads where store_id = ${store.id} and payload::text like '%14.601234%'`
    assert.equal(left.length, 0)
  })
})
