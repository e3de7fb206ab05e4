import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import {
  aDiscount,
  anAddress,
  anOrder,
  aPhone,
  aPlacedOrder,
  aProduct,
  aShippingOption,
  aStore,
  order,
} from '../../../test/factories.ts'
import { shopsOn } from '../../../test/shop-with-product.ts'

const service = await startService()
const { aShop, read } = shopsOn(service)

const nextYear = new Date().getUTCFullYear() + 1

suite('POST /api/orders', () => {
  test("placing an order stores the order at the server's prices, unaffected by later changes", async () => {
    const { store, productId, variantId } = await aShop({}, { price: 19.9, name: 'Café de altura' })
    const shipping = await aShippingOption(service, store, { name: 'Moto', price: 20 })
    const discount = await aDiscount(service, store, { code: 'DIEZ', value: 10 })
    const placed = await order(service, {
      storeId: store.id,
      name: '  Ana   Morales ',
      phone: '\u202a+502 (5555) 12-34\u202c',
      address: ' 3a calle oriente 5\nAntigua ',
      items: [{ variantId, quantity: 3 }],
      notes: 'Molido para\tprensa',
      wantedAt: `${nextYear}-03-01T12:00:00-06:00`,
      notifyCustomer: true,
      shippingOptionId: shipping.id,
      discountCode: 'diez',
    })
    assert.equal(placed.status, 201, placed.text)
    assert.match(placed.json.orderNumber, /^PED-[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.match(placed.json.trackingUrl, new RegExp(`/${store.slug}/pedido/[A-Za-z0-9]{24}$`))
    assert.deepEqual(Object.keys(placed.json), [
      'id',
      'orderNumber',
      'whatsappUrl',
      'trackingUrl',
      'total',
      'currency',
      'payment',
    ])

    await service.sql`update products set price = 1000, name = 'Otro' where id = ${productId}`
    await service.put(`/api/v1/shipping/${shipping.id}`, { key: store.key, body: { price: 1 } })
    await service.put(`/api/v1/discounts/${discount.id}`, { key: store.key, body: { value: 99 } })
    const { createdAt, updatedAt, timeline, notification, ...rest } = await read(store, placed.json.id)
    assert.deepEqual(rest, {
      id: placed.json.id,
      orderNumber: placed.json.orderNumber,
      status: 'pending',
      customerName: 'Ana   Morales',
      customerPhone: '+50255551234',
      customerAddress: '3a calle oriente 5\nAntigua',
      items: [
        {
          productId,
          variantId,
          productName: 'Café de altura',
          variantName: null,
          quantity: 3,
          unitPrice: 19.9,
          subtotal: 59.7,
          modifiers: [],
          note: null,
        },
      ],
      currency: 'GTQ',
      subtotal: 59.7,
      discount: { code: 'DIEZ', amount: 5.97 },
      payment: null,
      shippingOption: { name: 'Moto', price: 20, area: null },
      location: null,
      total: 73.73,
      notes: 'Molido para\tprensa',
      deliveryKind: 'delivery',
      table: null,
      wantedAt: `${nextYear}-03-01T18:00:00.000Z`,
      notifyCustomer: true,
      phoneVerified: false,
      isTest: false,
      nextStatuses: ['confirmed', 'cancelled'],
      proposal: null,
    })
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(updatedAt, createdAt)
    assert.deepEqual(timeline, [{ status: 'pending', at: createdAt, by: 'shopper' }])
    assert.deepEqual(notification, { state: 'NOT_CONFIGURED', updatedAt: createdAt, reason: null })
  })

  test('placing an order: 400 on a date in the far future', async () => {
    const { store, items } = await aShop()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const wantedAt of ['9999-12-31T23:59:59Z', '2999-03-01T12:00:00-06:00', inDays(740)]) {
      const { status, json } = await order(service, { ...anOrder(store, items), wantedAt })
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'wantedAt', 'maximum'])
      assert.match(json.error, /próximos dos años/)
    }
    assert.equal((await order(service, { ...anOrder(store, items), wantedAt: inDays(700) })).status, 201)
  })

  test('placing an order accepts absent, null and empty optional fields', async () => {
    const { store, items } = await aShop()
    const empty = { address: '  ', notes: '' }
    const nulls = { address: null, notes: null, shippingOptionId: null, discountCode: null, wantedAt: null }
    for (const optional of [{}, empty, nulls]) {
      const placed = await order(service, { ...anOrder(store, items), ...optional })
      assert.equal(placed.status, 201, placed.text)
      const made = await read(store, placed.json.id)
      const { customerAddress, notes, shippingOption, discount, deliveryKind, wantedAt } = made
      const none = [customerAddress, notes, shippingOption, discount, deliveryKind, wantedAt]
      assert.deepEqual(none, [null, null, null, null, null, null])
      assert.equal(made.notifyCustomer, false)
    }
  })

  test('placing an order merges items of the same variant, and has no variantName for a default variant', async () => {
    const { store, productId, variantId } = await aShop({}, { price: 10 })
    const [kilo] = await service.sql<[{ id: string }]>`
      insert into variants (store_id, id, product_id, name, price, position)
      values (${store.id}, ${`kilo-${variantId}`}, ${productId}, '1 kg', 25.5, 1)
      returning id`
    const placed = await order(
      service,
      anOrder(store, [
        { variantId, quantity: 2 },
        { variantId: kilo.id, quantity: 1 },
        { variantId, quantity: 3 },
      ]),
    )
    const { items, total } = await read(store, placed.json.id)
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [item['variantName'], item['quantity'], item['subtotal']]),
      [
        [null, 5, 50],
        ['1 kg', 1, 25.5],
      ],
    )
    assert.equal(total, 75.5)
  })

  test('placing an order: 404 on a store that is unknown or deleted, 402 on a suspended one', async () => {
    const [gone, suspended] = [await aShop(), await aShop()]
    await service.sql`update stores set deleted_at = now() where id = ${gone.store.id}`
    await service.sql`update stores set billing_state = 'suspended' where id = ${suspended.store.id}`
    for (const storeId of [gone.store.id, 'nadie']) {
      const refused = await order(service, { ...anOrder(gone.store, gone.items), storeId })
      assert.deepEqual([refused.status, refused.json.code], [404, 'NOT_FOUND'])
    }
    const refused = await order(service, anOrder(suspended.store, suspended.items))
    assert.equal(refused.status, 402)
    assert.partialDeepStrictEqual(refused.json, { error: 'payment_required', state: 'suspended' })
    assert.equal(refused.json.code, undefined)
    assert.equal(refused.json.upgradeUrl, `${service.app.panelUrl}/panel/t/${suspended.store.slug}/plan`)
  })

  test('placing an order: 400 on each item that is not for sale, with its index', async () => {
    const { store, variantId, items } = await aShop()
    const foreign = (await aShop()).variantId
    const own = async () => (await aProduct(service, store)).variants[0]!.id
    const [inactive, ofInactive, ofDeleted, removed] = [await own(), await own(), await own(), await own()]
    await service.sql`update variants set is_active = false where id = ${inactive}`
    await service.sql`update variants set removed_at = now() where id = ${removed}`
    const products = (id: string) => service.sql`select product_id from variants where id = ${id}`
    await service.sql`update products set is_active = false where id in (${products(ofInactive)})`
    await service.sql`update products set deleted_at = now() where id in (${products(ofDeleted)})`

    const wrong = [inactive, foreign, ofInactive, inactive, ofDeleted, removed, 'nada']
    const lines = [variantId, ...wrong].map((id) => ({ variantId: id, quantity: 1 }))
    const refused = await order(service, anOrder(store, lines))
    assert.equal(refused.status, 400)
    const { field, reason, issues } = refused.json.details
    assert.deepEqual([field, reason], ['items.1.variantId', 'not_found'])
    assert.deepEqual(
      issues.map((issue: { field: string }) => issue.field),
      wrong.map((_id, i) => `items.${i + 1}.variantId`),
    )
    assert.equal((await service.get('/api/v1/orders', store.key)).json.total, 0)
    assert.equal((await order(service, anOrder(store, items))).status, 201)
  })

  test('placing an order: 400 on a shipping option that is unknown, inactive or of another store', async () => {
    const { store, items } = await aShop()
    const inactive = await aShippingOption(service, store, { isActive: false })
    const foreign = await aShippingOption(service, await aStore(service))
    for (const shippingOptionId of [inactive.id, foreign.id, 'nada']) {
      const refused = await order(service, { ...anOrder(store, items), shippingOptionId })
      assert.equal(refused.status, 400)
      const { field, reason } = refused.json.details
      assert.deepEqual([field, reason], ['shippingOptionId', 'not_found'])
    }
  })

  test('placing an order: 400 on a discount that does not apply, with the reason', async () => {
    const { store, items } = await aShop({}, { price: 100 })
    const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    await aDiscount(service, store, { code: 'APAGADO', isActive: false })
    await aDiscount(service, store, { code: 'PRONTO', startsAt: future })
    await aDiscount(service, store, { code: 'VENCIDO', expiresAt: past })
    await aDiscount(service, store, { code: 'AGOTADO', maxUses: 1 })
    await aDiscount(service, store, { code: 'MINIMO', minOrderTotal: 100.01 })
    await aDiscount(service, await aStore(service), { code: 'AJENO' })
    const { id: shippingOptionId } = await aShippingOption(service, store, { price: 50 })
    const use = (discountCode: string) =>
      order(service, { ...anOrder(store, items), shippingOptionId, discountCode })
    assert.equal((await use('agotado')).status, 201)

    const reasons = {
      NADA: 'not_found',
      AJENO: 'not_found',
      'con espacios': 'not_found',
      APAGADO: 'inactive',
      PRONTO: 'inactive',
      VENCIDO: 'expired',
      AGOTADO: 'exhausted',
      MINIMO: 'minimum',
    }
    for (const [code, reason] of Object.entries(reasons)) {
      const refused = await use(code)
      assert.equal(refused.status, 400, code)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['discountCode', reason])
    }
    assert.match((await use('MINIMO')).json.error, /Q 100\.01/)
  })

  const bad: [what: string, change: Record<string, unknown>, field: string, reason: string][] = [
    ['no store', { storeId: undefined }, 'storeId', 'required'],
    ['a store that is no text', { storeId: 7 }, 'storeId', 'type'],
    ['no name', { name: undefined }, 'name', 'required'],
    ['a name of spaces', { name: '   ' }, 'name', 'min_length'],
    ['a name over 120', { name: 'x'.repeat(121) }, 'name', 'max_length'],
    ['a name of two lines', { name: 'Ana\nMorales' }, 'name', 'invalid'],
    ['a name with NUL', { name: 'Ana\0' }, 'name', 'invalid'],
    ['a name with half a surrogate pair', { name: '\ud83d Ana' }, 'name', 'invalid'],
    ['no phone', { phone: undefined }, 'phone', 'required'],
    ['a phone without its country', { phone: '5555 1234' }, 'phone', 'format'],
    ['a phone that does not exist', { phone: '+502 1234' }, 'phone', 'format'],
    ['a phone as long as one that exists', { phone: '+55 98765-4321' }, 'phone', 'format'],
    ['a phone of letters', { phone: '+502 CAFE-1234' }, 'phone', 'format'],
    ['a phone over 40', { phone: `+${'5'.repeat(50)}` }, 'phone', 'max_length'],
    ['an address over 500', { address: 'x'.repeat(501) }, 'address', 'max_length'],
    ['notes over 2000', { notes: 'x'.repeat(2001) }, 'notes', 'max_length'],
    ['notes with an escape', { notes: 'a\u001b[31m' }, 'notes', 'invalid'],
    ['no items', { items: undefined }, 'items', 'required'],
    ['items that are no list', { items: {} }, 'items', 'type'],
    ['an empty list of items', { items: [] }, 'items', 'min_items'],
    [
      'more than 100 items',
      { items: Array.from({ length: 101 }, () => ({ variantId: 'a', quantity: 1 })) },
      'items',
      'max_items',
    ],
    ['an item without variant', { items: [{ quantity: 1 }] }, 'items.0.variantId', 'required'],
    ['an item without quantity', { items: [{ variantId: 'a' }] }, 'items.0.quantity', 'required'],
    ['a quantity of 0', { items: [{ variantId: 'a', quantity: 0 }] }, 'items.0.quantity', 'minimum'],
    ['a quantity of 10000', { items: [{ variantId: 'a', quantity: 10_000 }] }, 'items.0.quantity', 'maximum'],
    [
      'a quantity that passes 9999 in two lines',
      {
        items: [
          { variantId: 'a', quantity: 9_999 },
          { variantId: 'a', quantity: 1 },
        ],
      },
      'items.1.quantity',
      'maximum',
    ],
    ['a quantity of 1.5', { items: [{ variantId: 'a', quantity: 1.5 }] }, 'items.0.quantity', 'type'],
    ['a quantity in words', { items: [{ variantId: 'a', quantity: '1' }] }, 'items.0.quantity', 'type'],
    [
      'a price of its own',
      { items: [{ variantId: 'a', quantity: 1, price: 1 }] },
      'items.0.price',
      'unknown_field',
    ],
    ['a total of its own', { total: 1 }, 'total', 'unknown_field'],
    ['a field named as an object’s own', { constructor: 1 }, 'constructor', 'unknown_field'],
    ['an empty discount code', { discountCode: '' }, 'discountCode', 'min_length'],
    ['a shipping option that is no text', { shippingOptionId: 5 }, 'shippingOptionId', 'type'],
  ]
  for (const [what, change, field, reason] of bad) {
    test(`placing an order: 400 on ${what}`, async () => {
      const valid = { storeId: 'x', name: 'Ana', phone: aPhone(), items: [{ variantId: 'a', quantity: 1 }] }
      const refused = await order(service, { ...valid, ...change })
      assert.equal(refused.status, 400, refused.text)
      assert.equal(refused.json.code, 'VALIDATION_ERROR')
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    })
  }

  test('placing an order lists every issue at once', async () => {
    const refused = await order(service, { name: '', phone: 'x', items: [{ quantity: 0 }], more: 1 })
    const fields = refused.json.details.issues.map((issue: { field: string }) => issue.field)
    assert.deepEqual(
      new Set(fields),
      new Set(['storeId', 'name', 'phone', 'items.0.variantId', 'items.0.quantity', 'more']),
    )
  })

  test('placing an order: 400 on malformed JSON, 415 on another content type, 413 over 64 KiB', async () => {
    const send = (body: string, type = 'application/json') =>
      service.post('/api/orders', { headers: { ...anAddress(), 'content-type': type }, body })
    assert.equal((await send('{"storeId":')).json.details.reason, 'malformed_json')
    assert.equal((await send('[]')).status, 400)
    assert.equal((await send('{}', 'text/plain')).status, 415)
    assert.equal((await send(JSON.stringify({ notes: 'x'.repeat(60_000) }))).status, 400)
    const huge = await send(JSON.stringify({ notes: 'x'.repeat(66_000) }))
    assert.deepEqual([huge.status, huge.json.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  test('placing an order stores the customer’s text unchanged', async () => {
    const { store, items } = await aShop()
    const name = `Ñoño O'Brien "el \\ grande" <b> é 日本 👩‍🌾`
    const placed = await order(service, { ...anOrder(store, items), name: name.normalize('NFD') })
    assert.equal((await read(store, placed.json.id)).customerName, name.normalize('NFC'))
  })

  test('placing an order normalizes phones to one customer', async () => {
    const { store, variantId } = await aShop()
    const ways = [
      '+50255551234',
      '+502 5555-1234',
      ' +502.5555.1234 ',
      '+(502) 5555 1234',
      '(+502) 5555-1234',
    ]
    for (const [i, phone] of ways.entries()) {
      const placed = await order(service, { ...anOrder(store, [{ variantId, quantity: i + 1 }]), phone })
      assert.equal(placed.status, 201, phone)
    }
    const { json } = await service.get('/api/v1/customers', store.key)
    assert.deepEqual([json.total, json.data[0]!.orderCount], [1, ways.length])
  })

  test('placing an order: 429 on the eleventh request from an IP address within a minute, failed ones included', async () => {
    const headers = anAddress()
    for (let i = 1; i <= 10; i++) {
      const refused = await service.post('/api/orders', { headers, body: {} })
      assert.equal(refused.status, 400)
      assert.equal(refused.headers.get('x-ratelimit-remaining'), String(10 - i))
    }
    const limited = await service.post('/api/orders', { headers, body: {} })
    assert.deepEqual([limited.status, limited.json.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.ok(Number(limited.headers.get('retry-after')) >= 1)
  })

  test('placing an order tries another order number when the first is taken, in idempotent requests too', async () => {
    const { store, items } = await aShop()
    const { orderNumber } = await aPlacedOrder(service, store)
    await service.sql.unsafe(`
      create sequence clashes;
      create function clash() returns trigger language plpgsql as $$
      begin
        if new.customer_name = 'Choque' and nextval('clashes') <= 2 then new.order_number := '${orderNumber}'; end if;
        return new;
      end $$;
      create trigger clash before insert on orders for each row execute function clash();`)
    for (const headers of [undefined, { 'idempotency-key': 'choque' }]) {
      await service.sql`alter sequence clashes restart`
      const placed = await order(service, { ...anOrder(store, items), name: 'Choque' }, headers)
      assert.equal(placed.status, 201, placed.text)
      assert.notEqual(placed.json.orderNumber, orderNumber)
    }
  })
})
