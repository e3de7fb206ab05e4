import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  aDiscount,
  aMethod,
  aModifierGroup,
  anOrder,
  aPhone,
  aProduct,
  aReview,
  aShippingOption,
  order,
} from './factories.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { aMember, type Page } from './panel.ts'
import { aReceipt, sendReceipt } from './receipts.ts'
import { startService } from './service.ts'

const service = await startService({
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
})
markTexts()

const { sql } = service

/** A shop with nothing in it. Its words are in an alphabet that none of our texts is in. */
async function anEmptyShop() {
  const member = await aMember(service, 'OWNER')
  const { store, base, person } = member
  await sql`update stores set name = 'Лавка' where id = ${store.id}`
  await sql`update accounts set name = 'Ольга' where id = ${store.ownerId}`
  const assertWhole = (path: string, says: RegExp) => checked(person.get(encodeURI(base + path)), 200, says)
  const checked = async (sent: Promise<Page>, expected: number, says: RegExp) => {
    const { status, text } = await sent
    assert.equal(status, expected, text)
    assert.match(text, says)
    assert.deepEqual(
      unmarked(text).filter((line) => !line.includes(store.slug) && !/^PED-\w+$/.test(line)),
      [],
    )
  }
  /** Sends a form, and checks the page that it leads to with its message. */
  const assertDone = async (path: string, fields: Parameters<typeof person.post>[1], says: RegExp) => {
    const sent = await person.post(base + path, fields)
    assert.equal(sent.status, 303, sent.text)
    await checked(person.follow(sent), 200, says)
  }
  return { ...member, checked, assertWhole, assertDone }
}

/** A shop with each kind of delivery, ways to pay, a product with choices and one with variants. */
async function aShop() {
  const shop = await anEmptyShop()
  const { store } = shop
  const group = await aModifierGroup(service, store, {
    name: 'Начинка',
    choices: [{ name: 'Сыр', price: 5, maxQuantity: 3 }, { name: 'Лук' }],
  })
  const cake = await aProduct(service, store, { name: 'Пирог', modifierGroupIds: [group.id] })
  const shirt = await aProduct(service, store, {
    name: 'Рубашка',
    variants: [
      { name: 'Один', price: 10, stock: 9 },
      { name: 'Два', price: 20, stock: 0 },
    ],
  })
  await aProduct(service, store, { name: 'Шапка', variants: [{ name: 'Одна', stock: 0 }] })
  const areas = [{ name: 'Центр', price: 30 }, { name: 'Север' }]
  const courier = await aShippingOption(service, store, { name: 'Курьер', price: 25, areas })
  const post = await aShippingOption(service, store, { name: 'Почта', price: 0 })
  const pickup = await aShippingOption(service, store, { name: 'Самовывоз', price: 0, kind: 'pickup' })
  const here = await aShippingOption(service, store, { name: 'Здесь', price: 0, kind: 'here' })
  const cash = await aMethod(service, store, { kind: 'cash', name: 'Наличные' })
  const transfer = await aMethod(service, store, { name: 'Перевод' })
  const { code } = await aDiscount(service, store, { code: '12345' })
  const [cakeId, shirtId] = [cake.variants[0]!.id, shirt.variants[0]!.id]
  const choiceId = group.choices[0]!.id
  const items = [
    { variantId: cakeId, quantity: 2, modifiers: [{ choiceId, quantity: 2 }], note: 'Горячий' },
    { variantId: shirtId, quantity: 1 },
  ]
  const place = async (more: object = {}) => {
    const placed = await order(service, { ...anOrder(store, items), name: 'Анна', ...more })
    assert.equal(placed.status, 201, placed.text)
    const { id, trackingUrl } = placed.json as { id: string; trackingUrl: string }
    return { id, path: `/pedidos/${id}`, token: trackingUrl.split('/').at(-1)! }
  }
  return {
    ...shop,
    cake,
    shirt,
    cakeId,
    shirtId,
    courier,
    post,
    pickup,
    here,
    cash,
    transfer,
    code,
    items,
    place,
  }
}

type Shop = Awaited<ReturnType<typeof aShop>>

/** The shop with an order of each kind, which are not changed. */
async function aShopWithOrders() {
  const shop = await aShop()
  const { store, place, post, pickup, here, courier, cash, transfer, code } = shop
  const tomorrow = new Date(Date.now() + 864e5).toISOString()
  const areaId = (courier.areas as { id: string }[])[0]!.id
  const asked = await place({
    shippingOptionId: courier.id,
    areaId,
    address: 'Улица',
    notes: 'Скорее',
    wantedAt: tomorrow,
    paymentMethodId: cash.id,
    changeFor: 500,
    discountCode: code,
    location: { latitude: 14.5, longitude: -90.7 },
  })
  const picked = await place({ shippingOptionId: pickup.id, paymentMethodId: transfer.id })
  const eaten = await place({ shippingOptionId: here.id, table: '4' })
  const sent = await place({ shippingOptionId: post.id, address: 'Улица' })
  const move = (id: string, status: string) =>
    service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })
  for (const { id } of [picked, eaten]) await move(id, 'confirmed')
  await move(sent.id, 'confirmed')
  await move(sent.id, 'shipped')
  const gone = await place({ notes: 'Нет' })
  await move(gone.id, 'cancelled')
  const review = await aReview(service, store, shop.cake.id, { name: 'Анна', text: 'Хорошо' })
  await aReview(service, store, shop.cake.id, { name: 'Иван', text: 'Плохо', trackingToken: asked.token })
  return { ...shop, asked, picked, eaten, sent, gone, review }
}

const empty = anEmptyShop()
const shared = aShopWithOrders()

suite('a page of the panel about orders has no text without its translations', () => {
  const pages: [path: string, says: RegExp][] = [
    ['', /1 pedido nuevo/],
    ['/pedidos', /Por enviar o preparar/],
    ['/pedidos?estado=todos', /Con o sin pago/],
    ['/pedidos?estado=confirmed', /Marcar listo/],
    ['/pedidos?estado=todos&elegir=1', /Toca los pedidos/],
    ['/pedidos?q=Самолёт', /No encontramos pedidos así/],
    ['/pedidos?zona=Юг', /Юг/],
    ['/cocina', /Mesa/],
    ['/pedidos/nuevo', /Quién pide/],
    ['/clientes', /Compró/],
    ['/clientes?q=Самолёт', /Nadie con ese nombre/],
    ['/opiniones', /Rechazar/],
    ['/opiniones?estado=approved', /Aquí están las aprobadas/],
    ['/opiniones?estado=rejected', /Aquí están las rechazadas/],
    ['/asistentes', /Pruébalo/],
  ]
  for (const [path, says] of pages)
    test(`at ${path || '/'}`, async () => (await shared).assertWhole(path, says))

  const emptyPages: [path: string, says: RegExp][] = [
    ['', /Ningún pedido espera respuesta/],
    ['/pedidos', /Todavía no hay pedidos/],
    ['/pedidos/nuevo', /Todavía no hay qué pedir/],
    ['/cocina', /Nada por preparar/],
    ['/clientes', /Todavía no hay clientes/],
    ['/opiniones', /Todavía no hay opiniones/],
  ]
  for (const [path, says] of emptyPages)
    test(`at ${path || '/'} of an empty shop`, async () => (await empty).assertWhole(path, says))

  const orders: [name: 'asked' | 'picked' | 'eaten' | 'sent' | 'gone', says: RegExp][] = [
    ['asked', /de cambio/],
    ['picked', /Ya lo vi en mi banco/],
    ['eaten', /Marcar listo/],
    ['sent', /Marcar entregado/],
    ['gone', /Cancelado/],
  ]
  for (const [name, says] of orders) {
    test(`of an order: ${name}`, async () => {
      const shop = await shared
      await shop.assertWhole(shop[name].path, says)
      await shop.assertWhole(`${shop[name].path}/imprimir`, /Rollo de 80 mm/)
    })
  }

  test('of a customer', async () => {
    const { store, assertWhole } = await shared
    const { data } = (await service.get('/api/v1/customers', store.key)).json
    await assertWhole(`/clientes/${data[0]!.id}`, /Entregar sus datos/)
  })
})

suite('a form of the panel about orders has no text without its translations', () => {
  test('that enters an order, with what is typed, wrong or saved', async () => {
    const { base, person, checked, assertDone, cake, shirt, shirtId, post } = await shared
    const send = (fields: Record<string, string>) => person.post(`${base}/pedidos/nuevo`, fields)
    await checked(send({ _add: cake.id, phone: '12' }), 200, /Uno más/)
    await checked(send({ _add: shirt.id, discountCode: 'НЕТ' }), 200, /Elige cuál/)
    await checked(send({ _find: '1', _q: 'Самолёт' }), 200, /Ningún producto se parece/)
    const line = { 'items.0.variantId': shirtId, 'items.0.quantity': '1' }
    await checked(send({ ...line, name: '', phone: '' }), 400, /obligatorio|vacío/)
    const fields = { ...line, name: 'Пётр', phone: aPhone(), shippingOptionId: post.id, isConfirmed: 'true' }
    await assertDone('/pedidos/nuevo', fields, /ya confirmado/)
    await checked(send({ ...line, ...fields, _find: '1', name: 'Павел' }), 200, /Ya es cliente/)
  })

  test('that moves orders, one or several, and takes the moves back', async () => {
    const { assertDone, place, checked, person, base } = await aShop()
    const [first, second] = [await place(), await place()]
    await assertDone(first.path, { status: 'confirmed' }, /Pedido confirmado/)
    const ids = [first.id, second.id]
    await assertDone(
      '/pedidos/varios',
      { ids, status: 'confirmed' },
      /1 pedido: confirmado|2 pedidos: confirmados/,
    )
    await assertDone('/pedidos/varios', { ids, status: 'delivered' }, /quedaron como estaban/)
    await checked(person.post(`${base}/pedidos/varios`, { status: 'shipped' }), 400, /al menos un pedido/)
    await checked(person.post(base + first.path, { status: 'cancelled' }), 200, /¿Cancelar/)
    await assertDone(first.path, { status: 'cancelled', confirmed: '1' }, /Pedido cancelado/)
    await assertDone('/pedidos/deshacer', { change: first.id }, /No hay nada que deshacer/)
  })

  test('that says whether an order is paid', async () => {
    const { store, assertDone, assertWhole, place, transfer } = await aShop()
    const [first, second] = [
      await place({ paymentMethodId: transfer.id }),
      await place({ paymentMethodId: transfer.id }),
    ]
    const picture = await aReceipt()
    for (const one of [first, second]) await sendReceipt(service, one, picture)
    await assertWhole(second.path, /ya se usó en/)
    for (const [state, says] of [
      ['PENDING', /queda por pagar/],
      ['PAID', /Pedido pagado/],
    ] as const)
      await assertDone(`${second.path}/pago`, { state, reference: '77' }, says)
    await service.put(`/api/v1/orders/${second.id}`, { key: store.key, body: { status: 'cancelled' } })
    await assertWhole(second.path, /hay que devolver el dinero/)
    await assertDone(`${second.path}/pago`, { state: 'REFUNDED' }, /Pago devuelto/)
  })

  test('that proposes a change', async () => {
    const shop = await aShop()
    const { base, person, checked, assertWhole, assertDone } = shop
    const { path } = await shop.place({ discountCode: shop.code })
    await sql`update discounts set min_order_total = 90 where store_id = ${shop.store.id}`
    await assertWhole(`${path}/cambiar`, /Cambiar opciones/)
    const fields = changeFields(shop)
    await checked(person.post(`${base}${path}/cambiar`, fields), 200, /Así quedaría/)
    await assertDone(`${path}/cambiar`, { ...fields, isSeen: 'true' }, /Propusiste el cambio/)
    await assertWhole(path, /Retirar el cambio/)
    await assertWhole(`${path}/cambiar`, /Ya hay un cambio por aceptar/)
    await assertDone(`${path}/cambio`, {}, /Retiraste el cambio/)
    await sql`update orders set payment_state = 'PAID' where id = ${path.split('/').at(-1)!}`
    await assertWhole(`${path}/cambiar`, /Acuérdalo con quien compró/)
  })

  test('that moderates a review, or erases a customer', async () => {
    const { store, assertDone, cake, place } = await aShop()
    const id = await aReview(service, store, cake.id, { name: 'Анна', text: 'Хорошо' })
    for (const [status, says] of [
      ['approved', /se ve en tu tienda/],
      ['rejected', /no se muestra/],
      ['pending', /otra vez pendiente/],
    ] as const)
      await assertDone(`/opiniones/${id}`, { status }, says)
    await assertDone(`/opiniones/${id}/eliminar`, {}, /Eliminaste la opinión/)
    await place()
    const { data } = (await service.get('/api/v1/customers', store.key)).json
    await assertDone(`/clientes/${data[0]!.id}/borrar`, {}, /Borraste sus datos/)
  })
})

/** One cake instead of two, and no shirt. */
const changeFields = ({ items }: Shop) => ({
  'items.0.variantId': items[0]!.variantId,
  'items.0.quantity': '1',
  'items.1.variantId': items[1]!.variantId,
  'items.1.quantity': '0',
  message: 'Кончилось',
})
