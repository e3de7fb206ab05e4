import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkoutForms, newKey } from './checkout-form.ts'
import {
  aDiscount,
  aMethod,
  anAddress,
  anOrder,
  aPhone,
  aProduct,
  aShippingOption,
  aStore,
  order,
} from './factories.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { startMeta } from './meta.ts'
import { startService } from './service.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, WHATSAPP_DISPLAY_NUMBER: '+502 2222-3333' })
markTexts()

const dayAndNight = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
)

const { sql } = service
const { send } = checkoutForms(service)

type Overrides = { currency?: string; whatsappNumber?: string | null }

/** A shop without a delivery and a way to pay. Its words are in an alphabet that none of our texts is in. */
async function aShop(overrides: Overrides = {}) {
  const store = await aStore(service, overrides)
  await sql`
    update stores
    set name = 'Лавка', address = 'Площадь', payment_instructions = 'Счёт 12345678', phone_verification = 'ask'
    where id = ${store.id}`
  const { variants } = await aProduct(service, store, {
    name: 'Кружка',
    price: 10,
    variants: [{ name: 'Один', stock: 50 }],
  })
  const v = variants[0]!.id
  const fields = { v, n: '2', name: 'Анна', phone: aPhone(), address: 'Улица', key: newKey() }
  return { store, v, path: `/${store.slug}/pedir`, fields }
}

/** A shop with each kind of delivery, each way to pay that needs no account, and a code. */
async function aWholeShop() {
  const shop = await aShop()
  const { store } = shop
  await sql`update stores set hours = ${sql.json(dayAndNight)} where id = ${store.id}`
  const courier = await aShippingOption(service, store, {
    name: 'Курьер',
    price: 25,
    areas: [{ name: 'Центр', price: 30 }, { name: 'Север' }],
    description: 'Быстро',
  })
  const pickup = await aShippingOption(service, store, { name: 'Самовывоз', price: 0, kind: 'pickup' })
  const here = await aShippingOption(service, store, { name: 'Здесь', price: 0, kind: 'here' })
  const post = await aShippingOption(service, store, { name: 'Почта', price: 5 })
  const cash = await aMethod(service, store, { kind: 'cash', name: 'Наличные' })
  const transfer = await aMethod(service, store, {
    name: 'Перевод',
    accounts: [{ label: 'Банк', value: '447-1' }],
    instructions: 'Сразу',
  })
  const { code } = await aDiscount(service, store)
  const areaId = (courier.areas as { id: string }[])[0]!.id
  return { ...shop, courier, pickup, here, post, cash, transfer, code, areaId }
}

const shared = aWholeShop()

type Answered = { status: number; text: string }

/** @param says a text of the page, so that it is the page that is meant */
function assertWhole({ status, text }: Answered, expected: number, says: RegExp) {
  assert.equal(status, expected, text)
  assert.match(text, says)
  assert.deepEqual(
    unmarked(text).filter((line) => !line.startsWith('000201')), // the code of a Pix
    [],
  )
}

suite('the checkout has no text without its translations', () => {
  test('with each delivery and each way to pay', async () => {
    const { path, v } = await shared
    assertWhole(await service.get(`${path}?v=${v}&n=2`), 200, /¿Con cuánto pagas\?/)
  })

  test('with the times of the shop, while it is open and while it is closed', async () => {
    const { path, v, store, pickup } = await aWholeShop()
    assertWhole(
      await send(`${path}/total`, { v, n: '2', shippingOptionId: pickup.id }),
      200,
      /Lo antes posible/,
    )
    await sql`update stores set closed_until = now() + interval '1 day' where id = ${store.id}`
    assertWhole(await service.get(`${path}?v=${v}&n=2`), 200, /Cuando abra/)
    await sql`update stores set orders_while_closed = false where id = ${store.id}`
    assertWhole(await service.get(`${path}?v=${v}&n=2`), 200, /Sin pedidos|sin pedidos/)
  })

  test('with a total, also before an area is chosen', async () => {
    const { path, fields, courier, code, areaId } = await shared
    const chosen = { ...fields, shippingOptionId: courier.id, discountCode: code }
    assertWhole(await send(`${path}/total`, chosen), 200, /y el envío/)
    assertWhole(await send(`${path}/total`, { ...chosen, areaId }), 200, /Descuento/)
  })

  test('with a code that does not apply, for each reason', async () => {
    const { path, fields, store } = await aWholeShop()
    const says = ['no existe', 'vale desde', 'no está activo', 'venció', 'todas las veces']
    await sql`delete from discounts where store_id = ${store.id}`
    await aDiscount(service, store, { code: 'ABC1', minOrderTotal: 500 })
    await aDiscount(service, store, { code: 'ABC2', isActive: false })
    await aDiscount(service, store, { code: 'ABC3' })
    await aDiscount(service, store, { code: 'ABC4', maxUses: 1 })
    await sql`update discounts set expires_at = now() - interval '1 day' where store_id = ${store.id} and code = 'ABC3'`
    await sql`update discounts set used_count = 1 where store_id = ${store.id} and code = 'ABC4'`
    for (const [n, text] of says.entries())
      assertWhole(
        await send(`${path}/total`, { ...fields, discountCode: `ABC${n}` }),
        200,
        new RegExp(`El código de descuento .*${text}`),
      )
  })

  test('with one delivery and one way to pay, with none, and without a number', async () => {
    const { path, v, store } = await aShop({ whatsappNumber: null })
    assertWhole(await service.get(`${path}?v=${v}&n=1`), 200, /Opcional si lo recoges tú/)
    await aShippingOption(service, store, { name: 'Почта', price: 5 })
    await aMethod(service, store, { name: 'Перевод' })
    assertWhole(await service.get(`${path}?v=${v}&n=1`), 200, /Forma de pago/)
    await sql`update stores set minimum_order = 100, free_shipping_from = 5 where id = ${store.id}`
    assertWhole(await service.get(`${path}?v=${v}&n=1`), 200, /pedido mínimo/)
  })

  const wrong: [what: string, says: RegExp, change: (shop: Awaited<typeof shared>) => Record<string, string>][] = [
    ['no name', /No puede estar vacío/, () => ({ name: '' })],
    ['a long name', /como máximo/, () => ({ name: 'Я'.repeat(300) })],
    ['no phone', /parece incompleto/, () => ({ phone: '12' })],
    ['no area', /Elige la zona a la que va/, ({ courier }) => ({ shippingOptionId: courier.id })],
    ['no address', /a dónde te lo llevamos/, () => ({ address: '' })],
    ['no table', /en qué mesa estás/, ({ here }) => ({ shippingOptionId: here.id })],
    ['change that is no amount', /no es un importe/, ({ cash }) => ({ paymentMethodId: cash.id, changeFor: 'много' })],
    ['too little change', /paga con eso o más/, ({ cash }) => ({ paymentMethodId: cash.id, changeFor: '1' })],
    ['a time that is past', /ya pasó/, () => ({ wantedAt: '2020-01-01T10:00:00Z' })],
    ['a time that is none', /fecha y hora/, () => ({ wantedAt: 'завтра' })],
    ['more than there is', /solo .*quedan|Revisa/, () => ({ n: '99' })],
    ['notes that are too long', /como máximo/, () => ({ notes: 'Я'.repeat(3000) })],
  ] // prettier-ignore
  for (const [what, says, change] of wrong) {
    test(`with what is wrong in the form: ${what}`, async () => {
      const shop = await shared
      const fields = { ...shop.fields, shippingOptionId: shop.post.id, paymentMethodId: shop.transfer.id }
      assertWhole(await send(shop.path, { ...fields, ...change(shop) }), 422, says)
    })
  }

  test('where the order is not placed: a changed total, a duplicate, a minimum, a shop that closed', async () => {
    const { store, path, fields, post, transfer } = await aWholeShop()
    const chosen = { ...fields, shippingOptionId: post.id, paymentMethodId: transfer.id }
    const seen = { expectedTotal: '20', seenShipping: '4', seenDiscount: '0' }
    assertWhole(await send(path, { ...chosen, ...seen }), 409, /el total cambió/)
    assert.equal((await send(path, chosen)).status, 303)
    assertWhole(await send(path, { ...chosen, key: newKey() }), 409, /¿Otro igual\?/)
    await sql`update stores set minimum_order = 1000 where id = ${store.id}`
    assertWhole(await send(path, { ...chosen, n: '3', key: newKey() }), 422, /El pedido mínimo es/)
    await sql`
      update stores set minimum_order = null, closed_until = now() + interval '1 day', orders_while_closed = false
      where id = ${store.id}`
    assertWhole(await send(path, { ...chosen, n: '4', key: newKey() }), 409, /no toma pedidos por ahora/)
  })

  test('where too many orders come from one address', async () => {
    const { path, fields, post } = await shared
    const headers = anAddress()
    const again = () =>
      send(path, { ...fields, shippingOptionId: post.id, expectedTotal: '1', key: newKey() }, headers)
    let answer = await again()
    for (let n = 0; n < 100 && answer.status !== 429; n++) answer = await again()
    assertWhole(answer, 429, /Demasiadas solicitudes/)
  })
})

/** An order, its page, and what changes it in ways that take long otherwise. */
async function anOrderOf(
  shop: { store: { id: string; key: string; slug: string }; v: string },
  more: object = {},
) {
  const body = { ...anOrder(shop.store, [{ variantId: shop.v, quantity: 2 }]), name: 'Анна', ...more }
  const placed = await order(service, body)
  assert.equal(placed.status, 201, placed.text)
  const { id, trackingUrl } = placed.json
  return {
    id,
    path: new URL(trackingUrl).pathname,
    move: (status: string) => service.put(`/api/v1/orders/${id}`, { key: shop.store.key, body: { status } }),
    pay: (state: string) => sql`update orders set payment_state = ${state} where id = ${id}`,
    propose: async (body: object) => {
      const { status, text } = await service.post(`/api/v1/orders/${id}/proposal`, {
        key: shop.store.key,
        body,
      })
      assert.equal(status, 201, text)
    },
  }
}

suite("an order's page has no text without its translations", () => {
  test('with each status of each kind of delivery', async () => {
    const shop = await shared
    const kinds: [more: object, says: RegExp[]][] = [
      [{ shippingOptionId: shop.post.id, address: 'Улица', notes: 'Скорее' }, [/va en camino/, /pedido llegó/]],
      [{ shippingOptionId: shop.pickup.id }, [/pasar a recogerlo/, /Recogiste/]],
      [{ shippingOptionId: shop.here.id, table: '4' }, [/llevan a la mesa/, /pedido llegó/]],
    ]
    for (const [more, [shipped, delivered]] of kinds) {
      const { path, move } = await anOrderOf(shop, { ...more, wantedAt: new Date(Date.now() + 864e5).toISOString() })
      assertWhole(await service.get(path), 200, /Falta un paso/)
      for (const [status, says] of [['confirmed', /lo está preparando/], ['shipped', shipped!], ['delivered', delivered!]] as const) {
        await move(status)
        assertWhole(await service.get(path), 200, says)
      }
    }
  }) // prettier-ignore

  test('when it was cancelled, by whom or for want of payment, and when that was too late', async () => {
    const shop = await shared
    const { id, path, move } = await anOrderOf(shop)
    await move('confirmed')
    assertWhole(await service.get(`${path}?cancelado`), 200, /ya lo había confirmado/)
    assertWhole(await service.get(`${path}?pago=fallo`), 200, /página de pago/)
    await sql`update stores set whatsapp_number = null where id = ${shop.store.id}`
    assertWhole(await service.get(`${path}?cancelado`), 200, /Habla con la tienda/)
    await sql`update stores set whatsapp_number = '+50255551234' where id = ${shop.store.id}`
    await move('cancelled')
    assertWhole(await service.get(path), 200, /Este pedido se canceló/)
    await sql`
      update orders set timeline = jsonb_set(timeline, array[(jsonb_array_length(timeline) - 1)::text, 'by'], '"system"')
      where id = ${id}`
    assertWhole(await service.get(path), 200, /No se pagó a tiempo/)
  })

  test('with what is to be paid by transfer, and what came of it', async () => {
    const shop = await shared
    const { path, pay, move } = await anOrderOf(shop, { paymentMethodId: shop.transfer.id })
    assertWhole(await service.get(path), 200, /Cuando hayas pagado/)
    const states = { REVIEW: /recibimos tu comprobante/, REFUNDED: /devolvió tu pago/, PAID: /¡Gracias!/ }
    for (const [state, says] of Object.entries(states)) {
      await pay(state)
      assertWhole(await service.get(path), 200, says)
    }
    await move('cancelled')
    assertWhole(await service.get(path), 200, /te lo devuelve/)
  })

  test('with what is to be paid in cash, by Pix, by a provider, and by agreement', async () => {
    const shop = await shared
    const cash = { paymentMethodId: shop.cash.id }
    assertWhole(await service.get((await anOrderOf(shop, cash)).path), 200, /al recibir/)
    assertWhole(
      await service.get((await anOrderOf(shop, { ...cash, changeFor: 50 })).path),
      200,
      /con Q 50.00 al recibir/,
    )
    const pickup = { ...cash, shippingOptionId: shop.pickup.id }
    assertWhole(await service.get((await anOrderOf(shop, pickup)).path), 200, /al recogerlo/)
    assertWhole(
      await service.get((await anOrderOf(shop, { ...pickup, changeFor: 50 })).path),
      200,
      /con Q 50.00 al recogerlo/,
    )
    const { id, path } = await anOrderOf(shop, { paymentMethodId: shop.transfer.id })
    await sql`update orders set payment = payment || '{"kind": "mercadopago"}' where id = ${id}`
    assertWhole(await service.get(path), 200, /Pagar con/)
    await sql`update orders set currency = 'COP', total = 10.5 where id = ${id}`
    assertWhole(await service.get(path), 200, /pesos enteros/)
    assertWhole(await service.get((await anOrderOf(shop)).path), 200, /Enviar comprobante/)
    const brazil = await aShop({ currency: 'BRL' })
    const pix = await aMethod(service, brazil.store, {
      kind: 'pix', name: 'Пикс', pixKey: '+55 11 98765-4321', merchantName: 'Cafe', merchantCity: 'Sao Paulo',
    }) // prettier-ignore
    const inBrazil = await anOrderOf(brazil, { paymentMethodId: pix.id })
    assertWhole(await service.get(inBrazil.path), 200, /Copiar el código Pix/)
  })

  test('while the phone is confirmed, and then', async () => {
    const { id, path } = await anOrderOf(await shared)
    assertWhole(await service.get(path), 200, /Confirma tu teléfono/)
    await sql`update orders set phone_verified = true where id = ${id}`
    assertWhole(await service.get(path), 200, /Tu teléfono está confirmado/)
  })

  test('with a change that the shop proposes, taken, or no longer to be taken', async () => {
    const shop = await aWholeShop()
    const { path, propose, move } = await anOrderOf(shop, {
      shippingOptionId: shop.post.id,
      address: 'Улица',
      discountCode: shop.code,
    })
    const decide = (propuesta: string, respuesta: string) => send(`${path}/cambio`, { propuesta, respuesta })
    await sql`update discounts set min_order_total = 15 where store_id = ${shop.store.id}`
    await propose({ items: [{ variantId: shop.v, quantity: 1 }], message: 'Кончилось' })
    const page = await service.get(path)
    assertWhole(page, 200, /no vale con este cambio/)
    const sentAt = /name="propuesta" value="([^"]+)"/.exec(page.text)![1]!
    assertWhole(await decide('2020-01-01T00:00:00.000Z', 'si'), 409, /míralo antes/)
    await sql`update products set price = 11 where store_id = ${shop.store.id}`
    await sql`update shipping_options set price = 6 where store_id = ${shop.store.id}`
    await sql`update stores set free_shipping_from = 1 where id = ${shop.store.id}`
    assertWhole(await decide(sentAt, 'si'), 409, /ya no es el que se te propuso/)
    await sql`update stores set free_shipping_from = null where id = ${shop.store.id}`
    assert.equal((await decide(sentAt, 'si')).status, 303)
    assertWhole(await service.get(path), 200, /Cambio aceptado/)
    assertWhole(await decide(sentAt, 'no'), 409, /ya no está abierto/)
    await move('confirmed')
  })

  test('with a receipt that could not be taken', async () => {
    const shop = await shared
    const submit = async (path: string, content: string, name = 'file') => {
      const body = new FormData()
      body.set(name, new Blob([content], { type: 'image/png' }), 'a.png')
      const answer = await fetch(`${service.url}${path}/comprobante`, {
        method: 'POST',
        body,
        headers: anAddress(),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const { path, pay } = await anOrderOf(shop, { paymentMethodId: shop.transfer.id })
    assertWhole(await submit(path, ''), 400, /está vacío/)
    assertWhole(await submit(path, 'нет'), 400, /está dañada/)
    assertWhole(await submit(path, 'нет', 'other'), 400, /Falta el comprobante/)
    await pay('PAID')
    assertWhole(await submit(path, 'нет'), 409, /ya está resuelto/)
    const cash = await anOrderOf(shop, { paymentMethodId: shop.cash.id })
    assertWhole(await submit(cash.path, 'нет'), 409, /en efectivo/)
  })
})

test('the orders of a phone have no text without its translations', async () => {
  const shop = await shared
  const path = `/${shop.store.slug}/mis-pedidos`
  assertWhole(await service.get(path), 200, /Aún no hay pedidos aquí/)
  const other = await aProduct(service, shop.store, {
    name: 'Чай',
    price: 4,
    variants: [{ name: 'Два', stock: 9 }],
  })
  const items = [shop.v, other.variants[0]!.id].map((variantId) => ({ variantId, quantity: 1 }))
  const { path: address } = await anOrderOf(shop, { items })
  assertWhole(await send(path, { p: address.split('/').at(-1)! }), 200, /y 1 más/)
})
