import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from '../../../test/assert-includes.ts'
import { aProduct, aShippingOption } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'
import { checkoutForms, newKey } from '../../../test/checkout-form.ts'

const service = await startService()
const { shopWithCart, send, ordersOf, set } = checkoutForms(service)

const everyDay = (...spans: string[][]) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]))

suite('delivery and pickup', () => {
  test('delivery requires an address, pickup ignores it', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, { address: '5a avenida 3' })
    const alone = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    assert.match(alone.text, /name="address"[^>]* required/)
    const pickup = newId()
    await service.sql`
      insert into shipping_options (store_id, id, name, price, position, kind)
      values (${store.id}, ${pickup}, 'Recoger', 0, 1, 'pickup')`
    const page = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    assert.match(page.text, /data-kind="pickup"[^]*5a avenida 3\b/)
    assert.doesNotMatch(page.text, /name="address"[^>]* required/)

    const refused = await send(`/${store.slug}/pedir`, { ...fields, address: '  ' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /id="address-wrong"[^>]*>Escribe a dónde te lo llevamos/)
    assert.equal((await ordersOf(store.id)).length, 0)
    const placed = await send(`/${store.slug}/pedir`, { ...fields, shippingOptionId: pickup })
    assert.equal(placed.status, 303, placed.text)
    const [order] = await service.sql`
      select customer_address, delivery_kind from orders where store_id = ${store.id}`
    assert.deepEqual({ ...order }, { customerAddress: null, deliveryKind: 'pickup' })
    const { text } = await service.get(placed.headers.get('location')!.replace('#listo', ''))
    assert.match(text, /Listo para recoger/)
    assert.match(text, /<p class="multiline">5a avenida 3</)
  })

  test('the checkout shows the amount missing to the minimum, then to free shipping', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, { minimumOrder: 150, freeShippingFrom: 250 })
    const at = async (page: string, n: number) =>
      (await service.get(`/${store.slug}/${page}?v=${fields.v}&n=${n}`)).text
    for (const page of ['carrito', 'pedir']) {
      assert.match(
        await at(page, 1),
        /Te faltan <b class="nowrap">Q\s50\.00<\/b> para el pedido mínimo de Q\s150\.00/,
      )
      assert.match(
        await at(page, 2),
        /Te faltan <b class="nowrap">Q\s50\.00<\/b> en productos para el envío gratis/,
      )
      assert.match(await at(page, 3), /Tu envío es gratis/)
    }
    assert.match(await at('pedir', 3), /<dt>Envío<\/dt><dd>Gratis/)
    assert.equal((await at('pedir', 1)).match(/pedido mínimo de/g)?.length, 1)
    const refused = await send(`/${store.slug}/pedir`, { ...fields, n: '1' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /El pedido mínimo es de Q\s150\.00 en productos/)
  })

  test('the cart and the checkout say that a total is above the maximum, which can not be ordered', async () => {
    const { store, fields } = await shopWithCart()
    const { variants } = await aProduct(service, store, { price: 600_000_000 })
    const v = variants[0]!.id
    const tooHigh = 'El total del pedido no puede pasar de 999999999.99'
    for (const page of ['carrito', 'pedir']) {
      const at = async (n: number) => (await service.get(`/${store.slug}/${page}?v=${v}&n=${n}`)).text
      const button = /<button class="button wide"[^>]*( disabled)>/
      const [most, more] = [await at(1), await at(2)]
      assert.match(most, /<dt>Total<\/dt><dd>Q\s600,000,0/)
      assert.doesNotMatch(most, button)
      assertIncludes(more, [tooHigh])
      assert.match(more, /<dt>Total<\/dt><dd>—</, 'the script writes the sum there without a connection')
      assert.match(more, button)
    }
    const rejected = await send(`/${store.slug}/pedir`, { ...fields, v, n: '2' })
    assert.equal(rejected.status, 422)
    assertIncludes(rejected.text, [tooHigh])
  })

  test('free shipping is no goal where no shipping option has a price, nor for one that has none', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, { freeShippingFrom: 250 })
    await service.sql`delete from shipping_options where store_id = ${store.id}`
    const at = async (page: string) =>
      (await service.get(`/${store.slug}/${page}v=${fields.v}&n=1`)).text.includes('para el envío gratis')
    const free = await aShippingOption(service, store, { name: 'Recoger', price: 0, position: 0 })
    assert.deepEqual([await at('carrito?'), await at('pedir?')], [false, false])
    const areas = [
      { name: 'Centro', price: 0 },
      { name: 'Norte', price: 20 },
    ]
    await aShippingOption(service, store, { name: 'Envío', price: 0, position: 1, areas })
    assert.deepEqual([await at('carrito?'), await at('pedir?')], [true, false])
    await service.sql`delete from shipping_options where store_id = ${store.id} and id = ${free.id}`
    assert.deepEqual([await at('carrito?'), await at('pedir?')], [true, true])
  })

  test('the checkout offers times within opening hours, and stores the chosen one', async () => {
    const { store, fields } = await shopWithCart()
    assert.doesNotMatch((await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)).text, /wantedAt/)
    await set(store, { hours: everyDay(['00:00', '24:00']) })
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    const [, wantedAt] = /<option value="(\d[^"]*:[03]0:00\.000Z)">\d+:[03]0/.exec(text) ?? []
    assert.ok(Date.parse(wantedAt!) > Date.now() + 29 * 60_000)
    const placed = await send(`/${store.slug}/pedir`, { ...fields, wantedAt: wantedAt! })
    assert.equal(placed.status, 303, placed.text)
    assert.match(
      (await service.get(placed.headers.get('location')!)).text,
      /Para el [a-záé]+ \d+ de [a-z]+, \d+:[03]0/,
    )
    const past = await send(`/${store.slug}/pedir`, {
      ...fields,
      key: newKey(),
      n: '1',
      wantedAt: '2026-01-01T10:00:00Z',
    })
    assert.match(past.text, /id="wantedAt-wrong"[^>]*>Esa hora ya pasó/)
  })

  test('a delivery that takes days can not be wanted before it can be there', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, { hours: everyDay(['00:00', '24:00']) })
    const days = async () => {
      const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
      return [...text.matchAll(/name="wantedAt" value="(\d[^"]*)"/g)].map(([, day]) => day!)
    }
    const hoursOf = (text: string, day: string) =>
      new RegExp(`name="hour.${day}".*?<option value="([^"]*)"`, 's').exec(text)![1]!
    const tomorrow = (await days())[1]!
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    await service.sql`update shipping_options set estimated_delivery = '3 a 4 días' where store_id = ${store.id}`
    const later = await days()
    assert.ok(later.length > 1 && !later.includes(tomorrow), later.join())
    const wanted = { wantedAt: tomorrow, [`hour.${tomorrow}`]: hoursOf(text, tomorrow) }
    const early = await send(`/${store.slug}/pedir`, { ...fields, ...wanted })
    assert.equal(early.status, 422)
    assert.match(early.text, /id="wantedAt-wrong"[^>]*>Para entonces no llega con esta entrega/)
    assert.match(early.text, /name="wantedAt" value="" checked/)
  })

  test('the checkout can not be submitted while the shop takes no orders, and keeps the input', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, {
      closedUntil: new Date(Date.now() + 3_600_000).toISOString(),
      ordersWhileClosed: false,
    })
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    assert.match(text, /data-send disabled/)
    const refused = await send(`/${store.slug}/pedir`, fields)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /no toma pedidos por ahora\. Abre el/)
    assert.match(refused.text, /value="Ana"/)
    await set(store, { closedUntil: null })
    assert.equal((await send(`/${store.slug}/pedir`, fields)).status, 303)
  })
})

suite('how to pay', () => {
  test('how to pay is shown until the order is finished, with buttons to copy the account and to send the proof', async () => {
    const { store, fields } = await shopWithCart()
    const paymentInstructions =
      'Banco Industrial, monetaria 123-456789-0.\nPix: pagos@cafe.example.\nIBAN CR05 0152 0200 1026 2840 66 (hasta el 30)'
    await set(store, { paymentInstructions })
    const placed = await send(`/${store.slug}/pedir`, fields)
    const location = placed.headers.get('location')!
    const { text } = await service.get(location)
    assert.match(text, /Cómo pagar/)
    const copied = [...text.matchAll(/data-copy="([^"]*)"/g)].map(([, one]) => one)
    assert.deepEqual(copied, ['123-456789-0', 'CR05 0152 0200 1026 2840 66', 'pagos@cafe.example'])
    const chats = [...text.matchAll(/wa\.me\/50255551234\?text=([^"]*)"/g)].map(([, words]) =>
      decodeURIComponent(words!),
    )
    assert.ok(
      chats.some((words) =>
        /Soy Ana\. Te envío el comprobante del pedido \*PED-\w{6}\* por Q\s225\.00/.test(words),
      ),
    )
    assert.ok(!chats.some((words) => words.includes('123-456789-0')))
    const pix = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
    await set(store, { paymentInstructions: `Alias ESPIGA.BOEDO.PAN, a nombre de La Espiga.\nPix: ${pix}` })
    const named = (await service.get(location)).text.matchAll(/data-copy="([^"]*)"/g)
    assert.deepEqual(
      [...named].map(([, one]) => one),
      [pix, 'ESPIGA.BOEDO.PAN'],
    )
    await service.sql`update orders set status = 'cancelled' where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(location)).text, /Cómo pagar/)
  })
})
