import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { anAddress, aPhone, aProduct, aStore } from '../../test/factories.ts'
import { newId } from '../core/values/id.ts'

const service = await startService()

type Fields = Record<string, string | string[]>

async function shopWithCart(overrides = {}) {
  const store = await aStore(service, overrides)
  const product = await aProduct(service, store, { name: 'Café', price: 100 })
  const shippingOptionId = newId()
  await service.sql`
    insert into shipping_options (store_id, id, name, price, position)
    values (${store.id}, ${shippingOptionId}, 'Envío', 25, 0)`
  await service.sql`
    insert into discounts (store_id, id, code, type, value) values (${store.id}, ${newId()}, 'HOLA10', 'percentage', 10)`
  const v = product.variants[0]!.id
  const fields = {
    v,
    n: '2',
    name: 'Ana',
    phone: aPhone(),
    address: 'Calle 1',
    shippingOptionId,
    key: newKey(),
  }
  return { store, fields }
}

const newKey = () => newId()

function send(path: string, fields: Fields, headers = anAddress()) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  )
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return service.call('POST', path, { headers: { ...headers, ...type }, body: body.toString() })
}

async function ordersOf(storeId: string) {
  return service.sql<{ total: number; customerPhone: string }[]>`
    select total, customer_phone from orders where store_id = ${storeId}`
}

suite('POST /{slug}/pedir', () => {
  test('places the order and redirects to its page', async () => {
    const { store, fields } = await shopWithCart()
    const sent = await send(`/${store.slug}/pedir`, {
      ...fields,
      discountCode: 'hola10',
      address: 'Calle 1\nZona 2',
    })
    assert.equal(sent.status, 303, sent.text)
    const page = await service.get(sent.headers.get('location')!)
    assert.equal(page.status, 200)
    assert.match(page.text, /Recibimos tu pedido/)
    assert.match(page.text, /href="https:\/\/wa\.me\/50255551234\?text=/)
    assert.match(page.text, /Q\s205\.00/)
    assert.equal(page.headers.get('cache-control'), 'private, no-store')
    assert.deepEqual(
      (await ordersOf(store.id)).map(({ total }) => total),
      [205],
    )
  })

  test('a phone without a country code gets the store’s', async () => {
    const { store, fields } = await shopWithCart()
    assert.equal((await send(`/${store.slug}/pedir`, { ...fields, phone: '5512-3456' })).status, 303)
    assert.equal((await ordersOf(store.id))[0]!.customerPhone, '+50255123456')
  })

  test('a double tap places one order, and both responses redirect to it', async () => {
    const { store, fields } = await shopWithCart()
    const both = await Promise.all([
      send(`/${store.slug}/pedir`, fields),
      send(`/${store.slug}/pedir`, fields),
    ])
    const third = await send(`/${store.slug}/pedir`, fields)
    assert.deepEqual(
      [...both, third].map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal(new Set([...both, third].map(({ headers }) => headers.get('location'))).size, 1)
    assert.equal((await ordersOf(store.id)).length, 1)
  })

  test('a form that is sent again leads to its order, though that took the last ones', async () => {
    const { store, fields } = await shopWithCart()
    await service.sql`update variants set stock = 2 where store_id = ${store.id}`
    const sent = await send(`/${store.slug}/pedir`, fields)
    const again = await send(`/${store.slug}/pedir`, fields)
    assert.equal(again.status, 303, again.text)
    assert.equal(again.headers.get('location'), sent.headers.get('location'))
    const other = await send(`/${store.slug}/pedir`, { ...fields, name: 'Luz' })
    assert.equal(other.status, 422)
    assert.equal((await ordersOf(store.id)).length, 1)
  })

  test('a form that is changed after its order is another order', async () => {
    const { store, fields } = await shopWithCart()
    const sent = await send(`/${store.slug}/pedir`, fields)
    const changed = await send(`/${store.slug}/pedir`, { ...fields, n: '3' })
    assert.equal(changed.status, 303, changed.text)
    assert.notEqual(changed.headers.get('location'), sent.headers.get('location'))
    assert.equal((await ordersOf(store.id)).length, 2)
  })

  test('a duplicate from another form redirects to the first order', async () => {
    const { store, fields } = await shopWithCart()
    await send(`/${store.slug}/pedir`, fields)
    const again = await send(`/${store.slug}/pedir`, { ...fields, key: newKey() })
    assert.equal(again.status, 409)
    assert.match(again.text, /Ya recibimos este mismo pedido.*PED-/)
  })

  test('shows the form again with the input and the errors', async () => {
    const { store, fields } = await shopWithCart()
    const sent = await send(`/${store.slug}/pedir`, {
      ...fields,
      name: ' ',
      phone: '12',
      notes: '</textarea><script>x',
    })
    assert.equal(sent.status, 422)
    assert.match(sent.text, /id="name-wrong"[^>]*>No puede estar vacío/)
    assert.match(sent.text, /<input [^>]*name="name"[^>]* autofocus/)
    assert.equal(sent.text.split(' autofocus').length, 2, 'one field has the focus')
    assert.match(
      sent.text,
      /id="phone-wrong"[^>]*>Revisa el número: parece incompleto\. Si es de otro país, empieza por \+/,
    )
    assert.match(sent.text, /&lt;\/textarea&gt;&lt;script&gt;x/)
    const badCode = await send(`/${store.slug}/pedir`, { ...fields, discountCode: 'NADA' })
    assert.equal(badCode.status, 422)
    assert.match(badCode.text, /El código de descuento no existe/)
    assert.equal((await ordersOf(store.id)).length, 0)
  })

  test('asks again before ordering when an item has become unavailable', async () => {
    const { store, fields } = await shopWithCart()
    const sold = await aProduct(service, store, { name: 'Taza', isActive: false })
    const sent = await send(`/${store.slug}/pedir`, {
      ...fields,
      v: [fields.v, sold.variants[0]!.id],
      n: ['2', '1'],
    })
    assert.equal(sent.status, 422)
    assert.match(sent.text, /Taza<\/b> está en pausa/)
  })

  test('has a field for notes, expanded when filled', async () => {
    const { store, fields } = await shopWithCart()
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    assert.match(text, /<details class="more"><summary>Agregar una nota<\/summary>/)
    const typed = await send(`/${store.slug}/pedir/total`, { ...fields, notes: 'Sin sal' })
    assert.match(typed.text, /<details class="more" open>.*Sin sal<\/textarea>/s)
  })

  test('counts towards the limit of orders and keeps the input', async () => {
    const { store, fields } = await shopWithCart()
    const headers = anAddress()
    for (let n = 0; n < 10; n++) await send(`/${store.slug}/pedir`, { ...fields, key: newKey() }, headers)
    const over = await send(`/${store.slug}/pedir`, { ...fields, name: 'Ana Lucía' }, headers)
    assert.equal(over.status, 429)
    assert.match(over.text, /value="Ana Lucía"/)
  })

  test('is never a 5xx, whatever is sent', async () => {
    const { store, fields } = await shopWithCart()
    const broken: Fields[] = [
      {},
      { v: '\0', n: '\0' },
      { ...fields, name: 'a\0b' },
      { ...fields, key: 'x'.repeat(3000) },
      { ...fields, shippingOptionId: '%' },
    ]
    for (const bad of broken) {
      const { status } = await send(`/${store.slug}/pedir`, bad)
      assert.ok([303, 409, 422].includes(status), String(status))
    }
    const json = await service.post(`/${store.slug}/pedir`, { body: 'x' })
    assert.equal(json.status, 400)
    assert.match(json.text, /<!doctype html>/)
  })
})

suite('POST /{slug}/pedir/total', () => {
  test('shows exactly the total that the order then has', async () => {
    const cases = [
      { currency: 'GTQ', price: 19.99, n: '3', type: 'percentage', value: 12.5 },
      { currency: 'CLP', price: 12990, n: '7', type: 'percentage', value: 33 },
      { currency: 'GTQ', price: 10, n: '1', type: 'fixed', value: 50 },
    ]
    for (const { currency, price, n, type, value } of cases) {
      const { store, fields } = await shopWithCart({ currency })
      const v = (await aProduct(service, store, { price })).variants[0]!.id
      await service.sql`
        insert into discounts (store_id, id, code, type, value) values (${store.id}, ${newId()}, 'MENOS', ${type}, ${value})`
      const wanted = { ...fields, v, n, discountCode: 'menos' }
      const { text } = await send(`/${store.slug}/pedir/total`, wanted)
      const [, foretold] = /class="total"><dt>Total<\/dt><dd>([^<]*)/.exec(text) ?? []
      const placed = await send(`/${store.slug}/pedir`, wanted)
      const page = await service.get(placed.headers.get('location')!)
      assert.match(
        page.text,
        new RegExp(`class="total"><dt>Total</dt><dd>${foretold!.replaceAll(/[$.]/g, String.raw`\$&`)}<`),
      )
    }
  })

  test('places nothing', async () => {
    const { store, fields } = await shopWithCart()
    assert.equal((await send(`/${store.slug}/pedir/total`, fields)).status, 200)
    assert.equal((await ordersOf(store.id)).length, 0)
  })
})

suite('the page of an order', () => {
  /** Where the form led to, without what that tells the page's script. */
  const placed = async (slug: string, fields: Record<string, string>) =>
    (await send(`/${slug}/pedir`, fields)).headers.get('location')!.replace(/#listo$/, '')

  test('is found only by its tracking token, in its own store', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const elsewhere = location.replace(store.slug, (await aStore(service)).slug)
    assert.equal((await service.get(elsewhere)).status, 404)
    assert.equal((await service.get(`/${store.slug}/pedido/${newId()}`)).status, 404)
  })

  test('lets the shopper cancel while it is pending, and not later', async () => {
    const { store, fields } = await shopWithCart()
    const first = await placed(store.slug, fields)
    assert.equal((await send(`${first}/cancelar`, {})).status, 303)
    assert.match((await service.get(first)).text, /Este pedido se canceló/)

    const second = await placed(store.slug, { ...fields, key: newKey() })
    await service.sql`update orders set status = 'confirmed' where tracking_token = ${second.split('/').at(-1)!}`
    const late = await send(`${second}/cancelar`, {})
    const { text } = await service.get(late.headers.get('location')!)
    assert.match(text, /Tu pedido está confirmado/)
    assert.match(text, /No se canceló: [^<]* ya lo había confirmado/)
    assert.doesNotMatch((await service.get(second)).text, /No se canceló/)
  })

  test('returns its status to the polling of an open page, by its tracking token', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const token = location.split('/').at(-1)!
    const state = await service.get(`${location}/estado`)
    assert.deepEqual([state.status, state.text], [200, 'pending'])
    assert.equal(state.headers.get('cache-control'), 'no-store')
    await service.sql`update orders set status = 'confirmed' where tracking_token = ${token}`
    assert.equal((await service.get(`${location}/estado`)).text, 'confirmed')
    assert.match((await service.get(location)).text, /id="steps" data-status="confirmed"/)
    const elsewhere = location.replace(store.slug, (await aStore(service)).slug)
    assert.equal((await service.get(`${elsewhere}/estado`)).status, 404)
    await service.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    assert.equal((await service.get(`${location}/estado`)).status, 404)
  })

  test('opens the chat with a message that fits its status', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const token = location.split('/').at(-1)!
    const message = async (status: string) => {
      await service.sql`update orders set status = ${status} where tracking_token = ${token}`
      const [, text] =
        /wa\.me\/\d+\?text=([^"]*)" /.exec((await service.get(location)).text.replaceAll('">', '" ')) ?? []
      return decodeURIComponent(text!)
    }
    assert.match(await message('pending'), /Acabo de hacer el pedido/)
    for (const [status, words] of [
      ['confirmed', 'ya está confirmado'],
      ['shipped', 'va en camino'],
      ['delivered', 'ya me llegó'],
      ['cancelled', 'se canceló'],
    ] as const) {
      assert.match(await message(status), new RegExp(`mi pedido \\*PED-\\w+\\*, que ${words}`))
    }
  })
})

suite('GET /{slug}/telefono', () => {
  test('reads a phone with and without its country', async () => {
    const { slug } = await aStore(service)
    const read = async (numero: string) =>
      (await fetch(`${service.url}/${slug}/telefono?numero=${encodeURIComponent(numero)}`)).json()
    assert.deepEqual(await read('5512 3456'), { phone: '+50255123456', shown: '+502 5512 3456' })
    assert.deepEqual(await read('+52 55 5123 4567'), { phone: '+525551234567', shown: '+52 55 5123 4567' })
    assert.deepEqual(await read('(+502) 5512-3456'), { phone: '+50255123456', shown: '+502 5512 3456' })
    assert.deepEqual(await read('123'), { phone: null, shown: null })
  })
})

suite('a discount code', () => {
  test('has a field only where the store has a usable code, or one was entered', async () => {
    const { store, fields } = await shopWithCart()
    const checkout = `/${store.slug}/pedir?v=${fields.v}&n=1`
    const field = /name="discountCode"/
    assert.match((await service.get(checkout)).text, field)
    await service.sql`update discounts set expires_at = '2020-01-01' where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    await service.sql`update discounts set is_active = false, expires_at = null where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    const written = await send(`/${store.slug}/pedir/total`, { ...fields, discountCode: 'HOLA10' })
    assert.match(written.text, field)
    assert.match(written.text, /El código de descuento no está activo/)
  })

  const pages = ['/pedir/total', '/pedir'] as const

  test('that does not exist is limited to 30 attempts per minute and IP address, over all pages; a good one is not', async () => {
    const { store, fields } = await shopWithCart()
    const address = anAddress()
    const tries = async (discountCode: string, n: number, from = address) => {
      const wanted = { ...fields, phone: 'no', discountCode }
      return (await send(`/${store.slug}${pages[n % 2]!}`, wanted, from)).text
    }
    for (let n = 0; n < 35; n++) assert.match(await tries('HOLA10', n), /Q\s20\.00/)
    for (let n = 0; n < 30; n++) assert.match(await tries(`NADA${n}`, n), /El código de descuento no existe/)
    for (const n of pages.keys()) {
      const text = await tries('HOLA10', n)
      assert.match(text, /Probaste demasiados códigos/)
      assert.doesNotMatch(text, /Descuento</)
    }
    assert.match(await tries('HOLA10', 0, anAddress()), /Q\s20\.00/)
    const other = await shopWithCart()
    const wanted = { ...other.fields, discountCode: 'HOLA10' }
    assert.match((await send(`/${other.store.slug}/pedir/total`, wanted, address)).text, /Q\s20\.00/)
  })
})

const set = async ({ key }: { key: string }, settings: object) => {
  const { status, text } = await service.put('/api/v1/store', { key, body: settings })
  assert.equal(status, 200, text)
}
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
    assert.match(page.text, /data-kind="pickup"[^]*5a avenida 3/)
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

  test('shows the amount missing to the minimum, then to free shipping', async () => {
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
    const refused = await send(`/${store.slug}/pedir`, { ...fields, n: '1' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /El pedido mínimo es de Q\s150\.00 en productos/)
  })

  test('offers times within opening hours, and stores the chosen one', async () => {
    const { store, fields } = await shopWithCart()
    assert.doesNotMatch((await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)).text, /wantedAt/)
    await set(store, { hours: everyDay(['00:00', '24:00']) })
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    const [, wantedAt] = /<option value="(\d[^"]*:[03]0:00\.000Z)">[a-zéá]+ \d+, \d+:[03]0/.exec(text) ?? []
    assert.ok(Date.parse(wantedAt!) > Date.now() + 29 * 60_000)
    const placed = await send(`/${store.slug}/pedir`, { ...fields, wantedAt: wantedAt! })
    assert.equal(placed.status, 303, placed.text)
    assert.match(
      (await service.get(placed.headers.get('location')!)).text,
      /Para el [a-z]+ \d+ de [a-z]+, \d+:[03]0/,
    )
    const past = await send(`/${store.slug}/pedir`, {
      ...fields,
      key: newKey(),
      n: '1',
      wantedAt: '2026-01-01T10:00:00Z',
    })
    assert.match(past.text, /id="wantedAt-wrong"[^>]*>Esa hora ya pasó/)
  })

  test('can not be submitted while the shop takes no orders, and keeps the input', async () => {
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
  test('is shown after the order, with buttons to copy the account and to send the proof, until the order is finished', async () => {
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
