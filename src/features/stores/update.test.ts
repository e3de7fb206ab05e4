import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()

type Shop = Awaited<ReturnType<typeof aStore>>

const put = ({ key }: Shop, body: unknown) => service.put('/api/v1/store', { key, body })
const get = async ({ key }: Shop) => (await service.get('/api/v1/store', key)).json.data
const aSlug = () => `nueva-${newId().slice(0, 12)}`
const isFree = async (slug: string) =>
  (await service.get(`/api/check-slug?slug=${slug}`, undefined, anAddress())).json.available

async function catalogVersion({ id }: Shop) {
  const [store] = await service.sql<
    { catalogVersion: number }[]
  >`select catalog_version from stores where id = ${id}`
  return store!.catalogVersion
}

async function refuses(store: Shop, body: unknown, field: string, reason: string) {
  const { status, json } = await put(store, body)
  assert.equal(status, 400, JSON.stringify(json))
  assert.equal(json.details.field, field)
  assert.equal(json.details.reason, reason)
}

suite('GET /api/v1/store', () => {
  test('returns the settings, the plan and the storefront URL', async () => {
    const store = await aStore(service, { currency: 'CLP', plan: 'lifetime' })
    assert.deepEqual(await get(store), {
      id: store.id,
      name: store.name,
      slug: store.slug,
      description: null,
      whatsappNumber: '+50255551234',
      currency: 'CLP',
      language: 'es',
      messageTemplate: null,
      address: null,
      instagram: null,
      paymentInstructions: null,
      minimumOrder: null,
      freeShippingFrom: null,
      zeroPrice: 'free',
      hours: null,
      timeZone: 'America/Santiago',
      closedUntil: null,
      closedMessage: null,
      ordersWhileClosed: true,
      closedForOrders: false,
      confirmPaidOrders: false,
      phoneVerification: 'off',
      unpaidHours: null,
      allowedOrigins: [],
      plan: 'lifetime',
      billingState: 'active',
      url: `${service.app.publicUrl}/${store.slug}`,
      createdAt: store.createdAt,
      updatedAt: store.updatedAt,
    })
  })
})

suite('PUT /api/v1/store', () => {
  test('changes the six settings', async () => {
    const store = await aStore(service)
    const changes = {
      name: '  Tostaduría Ñandú ',
      slug: aSlug(),
      description: 'Café\nde altura',
      whatsappNumber: '+52 1 55 1234 5678',
      currency: 'MXN',
      messageTemplate: 'Hola {{ tienda }}: {{pedido}} {{orderNumber}}',
    }
    const { status, json } = await put(store, changes)
    assert.equal(status, 200, JSON.stringify(json))
    const expected = { ...changes, name: 'Tostaduría Ñandú', whatsappNumber: '+525512345678' }
    for (const [name, value] of Object.entries(expected))
      assert.equal(json.data[name as keyof typeof json.data], value, name)
    assert.deepEqual(await get({ ...store, slug: changes.slug }), json.data)
    assert.ok(json.data.updatedAt > store.updatedAt)
  })

  test('keeps the fields that are not sent, and clears with null', async () => {
    const store = await aStore(service)
    await put(store, { description: 'Café', messageTemplate: '{{total}}' })
    await put(store, { description: null, whatsappNumber: null })
    const { name, description, whatsappNumber, messageTemplate } = await get(store)
    assert.deepEqual(
      [name, description, whatsappNumber, messageTemplate],
      [store.name, null, null, '{{total}}'],
    )
  })

  test('stores an empty text as null', async () => {
    const store = await aStore(service)
    assert.equal((await put(store, { description: ' ' })).json.data.description, null)
  })

  test('changes nothing on an empty body or equal values', async () => {
    const store = await aStore(service)
    const version = await catalogVersion(store)
    for (const body of [{}, { name: store.name, slug: store.slug, currency: store.currency }]) {
      const { status, json } = await put(store, body)
      assert.equal(status, 200)
      assert.equal(json.data.updatedAt, store.updatedAt)
    }
    assert.equal(await catalogVersion(store), version)
  })

  test('increments the catalog version', async () => {
    const store = await aStore(service)
    const version = await catalogVersion(store)
    await put(store, { name: 'Otro nombre' })
    assert.equal(await catalogVersion(store), version + 1)
  })

  test('400 on invalid values', async () => {
    const store = await aStore(service)
    await refuses(store, { name: ' ' }, 'name', 'min_length')
    await refuses(store, { name: 'x'.repeat(81) }, 'name', 'max_length')
    await refuses(store, { name: null }, 'name', 'type')
    await refuses(store, { slug: 'ab' }, 'slug', 'min_length')
    await refuses(store, { slug: 'Café' }, 'slug', 'pattern')
    await refuses(store, { slug: 'x'.repeat(31) }, 'slug', 'max_length')
    await refuses(store, { description: 'x'.repeat(2001) }, 'description', 'max_length')
    await refuses(store, { whatsappNumber: '55551234' }, 'whatsappNumber', 'format')
    await refuses(store, { currency: 'XYZ' }, 'currency', 'enum')
    await refuses(store, { currency: null }, 'currency', 'enum')
    await refuses(store, { messageTemplate: 'x'.repeat(1001) }, 'messageTemplate', 'max_length')
    await refuses(store, { plan: 'pro' }, 'plan', 'unknown_field')
    await refuses(store, { name: 'a\0b' }, 'name', 'invalid')
  })

  test('changes the details that shoppers see, and clears them with null', async () => {
    const store = await aStore(service)
    const changes = {
      address: ' 5a avenida norte 28 ',
      instagram: 'https://www.instagram.com/cafe.antigua/',
      paymentInstructions: 'Banco Industrial\n123-456789-0',
      minimumOrder: 50.5,
      freeShippingFrom: 0,
      hours: {
        sun: [['20:00', '02:00']],
        mon: [
          ['02:00', '13:00'],
          ['14:00', '24:00'],
        ],
        tue: [],
      },
      timeZone: 'America/Tijuana',
      closedUntil: '2026-12-24T18:00:00-06:00',
      closedMessage: 'Volvemos después de Navidad',
      ordersWhileClosed: false,
    }
    const stored = {
      ...changes,
      address: '5a avenida norte 28',
      instagram: 'cafe.antigua',
      closedUntil: '2026-12-25T00:00:00.000Z',
    }
    const { status, json } = await put(store, changes)
    assert.equal(status, 200, JSON.stringify(json))
    for (const [name, value] of Object.entries(stored))
      assert.deepEqual(json.data[name as keyof typeof json.data], value, name)
    assert.deepEqual(Object.keys(json.data.hours!), ['mon', 'tue', 'sun'])
    assert.deepEqual(await get(store), json.data)
    const again = await put(store, stored)
    assert.equal(again.json.data.updatedAt, json.data.updatedAt)

    const cleared = await put(store, Object.fromEntries(Object.keys(changes).map((name) => [name, null])))
    const { updatedAt: _then, ...rest } = cleared.json.data
    const { updatedAt: _before, ...asMade } = await get(await aStore(service))
    for (const name of Object.keys(changes) as (keyof typeof rest)[])
      assert.deepEqual(rest[name], asMade[name], name)
  })

  test('accepts an Instagram handle with @, and stores hours without any day as null', async () => {
    const store = await aStore(service)
    const { json } = await put(store, { instagram: '@cafe_antigua', hours: { mon: [], fri: [] } })
    assert.deepEqual([json.data.instagram, json.data.hours], ['cafe_antigua', null])
  })

  test('400 on invalid hours, time zones and amounts', async () => {
    const store = await aStore(service)
    const refusesHours = (hours: object, field: string, reason = 'invalid') =>
      refuses(store, { hours }, `hours.${field}`, reason)
    await refusesHours(
      {
        mon: [
          ['09:00', '13:00'],
          ['12:59', '18:00'],
        ],
      },
      'mon.1',
    )
    await refusesHours({ mon: [['22:00', '03:00']], tue: [['02:00', '10:00']] }, 'tue.0')
    await refusesHours({ sun: [['22:00', '03:00']], mon: [['02:00', '10:00']] }, 'mon.0')
    await refusesHours({ mon: [['09:00', '09:00']] }, 'mon.0')
    await refusesHours({ mon: [['24:00', '09:00']] }, 'mon.0')
    await refusesHours({ mon: [['9:00', '18:00']] }, 'mon.0.0', 'pattern')
    await refusesHours({ mon: [['09:00', '25:00']] }, 'mon.0.1', 'pattern')
    await refusesHours({ mon: [['09:00']] }, 'mon.0', 'min_items')
    await refusesHours({ mon: ['09:00', '18:00'] }, 'mon.0', 'type')
    await refusesHours({ lun: [] }, 'lun', 'unknown_field')
    await refusesHours({ mon: Array.from({ length: 5 }, () => ['09:00', '10:00']) }, 'mon', 'max_items')
    for (const timeZone of ['Guatemala', '-06:00', 'America/Antigua Guatemala'])
      await refuses(store, { timeZone }, 'timeZone', 'invalid')
    await refuses(store, { timeZone: '' }, 'timeZone', 'min_length')
    await refuses(store, { minimumOrder: 1.005 }, 'minimumOrder', 'invalid')
    await refuses(store, { freeShippingFrom: -1 }, 'freeShippingFrom', 'minimum')
    await refuses(store, { instagram: 'dos palabras' }, 'instagram', 'pattern')
    await refuses(store, { closedUntil: 'mañana' }, 'closedUntil', 'format')
    await refuses(store, { address: 'x'.repeat(301) }, 'address', 'max_length')
  })

  test('400 on a message with an unknown placeholder', async () => {
    const store = await aStore(service)
    for (const name of ['precio', '', 'constructor', 'toString', 'Pedido']) {
      await refuses(store, { messageTemplate: `{{total}} {{${name}}}` }, 'messageTemplate', 'invalid')
    }
  })
})

suite('a changed slug', () => {
  test('is reserved for 90 days', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    await put(store, { slug: aSlug() })
    assert.equal(await isFree(store.slug), false)
    const rejected = await put(other, { slug: store.slug })
    assert.equal(rejected.status, 409)
    assert.equal(rejected.json.code, 'DUPLICATE_SLUG')

    await service.sql`update slugs set held_until = held_until - interval '90 days' where slug = ${store.slug}`
    assert.equal(await isFree(store.slug), true)
    assert.equal((await put(other, { slug: store.slug })).status, 200)
  })

  test('can be taken back by its own store', async () => {
    const store = await aStore(service)
    const second = aSlug()
    await put(store, { slug: second })
    assert.equal((await put(store, { slug: store.slug })).json.data.slug, store.slug)
    const holds = await service.sql<
      { slug: string }[]
    >`select slug from slugs where store_id = ${store.id} and held_until is not null`
    assert.deepEqual(
      holds.map(({ slug }) => slug),
      [second],
    )
  })

  test('409 when the store has reserved five, until one is taken back or expires', async () => {
    const store = await aStore(service)
    const slugs = [store.slug, ...[1, 2, 3, 4, 5].map(aSlug)]
    for (const slug of slugs.slice(1)) assert.equal((await put(store, { slug })).status, 200)
    const rejected = await put(store, { slug: aSlug() })
    assert.equal(rejected.status, 409)
    assert.equal(rejected.json.code, 'SLUG_LIMIT_REACHED')
    const [first] = await service.sql<{ heldUntil: string }[]>`
      select held_until from slugs where slug = ${store.slug}`
    assert.deepEqual(rejected.json.details, { limit: 5, freeAt: first!.heldUntil })
    assert.equal((await get(store)).slug, slugs[5])

    assert.equal((await put(store, { slug: slugs[2] })).status, 200)
    assert.equal((await put(store, { slug: aSlug() })).status, 409)
    await service.sql`update slugs set held_until = now() where slug = ${store.slug}`
    assert.equal((await put(store, { slug: aSlug() })).status, 200)
  })

  test('409 when it is taken or reserved', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    for (const slug of [other.slug, 'admin', 'assets']) {
      const { status, json } = await put(store, { slug })
      assert.equal(status, 409, slug)
      assert.equal(json.code, 'DUPLICATE_SLUG')
    }
    assert.equal((await get(store)).slug, store.slug)
  })

  test('is given to one of many concurrent requests', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => aStore(service)))
    const slug = aSlug()
    const responses = await Promise.all(stores.map((store) => put(store, { slug })))
    assert.deepEqual(
      responses.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array<number>(7).fill(409)],
    )
  })

  test('is never both reserved and given to a concurrent request of another store', async () => {
    for (let round = 0; round < 5; round++) {
      const [store, other] = [await aStore(service), await aStore(service)]
      const [left, taken] = await Promise.all([
        put(store, { slug: aSlug() }),
        put(other, { slug: store.slug }),
      ])
      assert.deepEqual([left.status, taken.status], [200, 409])
    }
  })
})

suite('a changed currency', () => {
  test('409 once the store has orders, cancelled ones too', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    await service.post('/api/orders', {
      headers: anAddress(),
      body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
    })
    await service.sql`update orders set status = 'cancelled' where store_id = ${store.id}`
    const { status, json } = await put(store, { currency: 'USD' })
    assert.equal(status, 409)
    assert.equal(json.code, 'CURRENCY_LOCKED')
    assert.equal((await put(store, { currency: 'GTQ', name: 'Igual' })).status, 200)
  })

  test('400 while a price has more digits than the new one', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 19.9 })
    await refuses(store, { currency: 'CLP' }, 'currency', 'invalid')
    assert.equal((await put(store, { currency: 'USD' })).status, 200)
    await service.sql`update products set price = 20 where id = ${product.id}`
    assert.equal((await put(store, { currency: 'CLP' })).json.data.currency, 'CLP')
  })

  test('400 while the minimum or free shipping has more digits, unless they change with it', async () => {
    const store = await aStore(service)
    await put(store, { minimumOrder: 50.5 })
    await refuses(store, { currency: 'CLP' }, 'currency', 'invalid')
    await refuses(store, { currency: 'CLP', minimumOrder: 60.5 }, 'minimumOrder', 'invalid')
    assert.equal((await put(store, { currency: 'CLP', minimumOrder: 5000 })).json.data.minimumOrder, 5000)
  })

  test('never while an order is being placed', async () => {
    for (let round = 0; round < 5; round++) {
      const store = await aStore(service)
      const { variants } = await aProduct(service, store)
      const [change, order] = await Promise.all([
        put(store, { currency: 'USD' }),
        service.post('/api/orders', {
          headers: anAddress(),
          body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
        }),
      ])
      assert.equal(order.status, 201)
      const read = await service.get(`/api/v1/orders/${order.json.id}`, store.key)
      assert.equal(read.json.data.currency, change.status === 200 ? 'USD' : 'GTQ')
      assert.equal((await get(store)).currency, read.json.data.currency)
    }
  })
})
