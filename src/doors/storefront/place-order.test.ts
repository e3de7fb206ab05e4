import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, aPhone, aProduct, aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'
import { checkoutForms, newKey, type Fields } from '../../../test/checkout-form.ts'

const service = await startService()
const { shopWithCart, send, ordersOf } = checkoutForms(service)

suite('POST /{slug}/pedir', () => {
  test('the checkout places the order and redirects to its page', async () => {
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
    const other = await send(`/${store.slug}/pedir`, { ...fields, name: 'Luz', phone: aPhone() })
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

  test('a form that was open while the shop got another name is sent on as it is', async () => {
    const { store, fields } = await shopWithCart()
    const slug = `${store.slug}-b`
    await service.sql`update stores set slug = ${slug} where id = ${store.id}`
    await service.sql`insert into slugs (slug, store_id) values (${slug}, ${store.id})`
    await service.sql`update slugs set held_until = now() + interval '1 day' where slug = ${store.slug}`
    const moved = await send(`/${store.slug}/pedir`, fields)
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, `/${slug}/pedir`])
    assert.equal((await send(`/${slug}/pedir`, fields)).status, 303)
  })

  test("a phone's place is stored with a delivery alone, and refused where it is none", async () => {
    const { store, fields } = await shopWithCart()
    for (const location of ['14.5', '14.5,', 'a,b', '91,0']) {
      const { status } = await send(`/${store.slug}/pedir`, { ...fields, location })
      assert.equal(status, 422, location)
    }
    const placed = await send(`/${store.slug}/pedir`, { ...fields, location: '14.55860,-90.72950' })
    assert.equal(placed.status, 303, placed.text)
    await service.sql`update shipping_options set kind = 'pickup' where store_id = ${store.id}`
    await send(`/${store.slug}/pedir`, { ...fields, n: '3', location: '14.55860,-90.72950' })
    const orders =
      await service.sql`select location from orders where store_id = ${store.id} order by created_at`
    assert.deepEqual(
      orders.map(({ location }) => location),
      [{ latitude: 14.5586, longitude: -90.7295 }, null],
    )
  })

  test('a duplicate from another form redirects to the first order', async () => {
    const { store, fields } = await shopWithCart()
    await send(`/${store.slug}/pedir`, fields)
    const again = await send(`/${store.slug}/pedir`, { ...fields, key: newKey() })
    assert.equal(again.status, 409)
    const [{ orderNumber }] = await service.sql<[{ orderNumber: string }]>`
      select order_number from orders where store_id = ${store.id}`
    assert.match(again.text, new RegExp(`Ya recibimos este mismo pedido.*<b>${orderNumber}</b>`))
  })

  test('the checkout shows the form again with the input and the errors', async () => {
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

  test('the checkout asks again before ordering when an item has become unavailable', async () => {
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

  test('the checkout has a field for notes, expanded when filled', async () => {
    const { store, fields } = await shopWithCart()
    const { text } = await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)
    assert.match(text, /<details class="more"><summary>Agregar una nota<\/summary>/)
    const submitted = await send(`/${store.slug}/pedir/total`, { ...fields, notes: 'Sin sal' })
    assert.match(submitted.text, /<details class="more" open>.*Sin sal<\/textarea>/s)
  })

  test('the checkout counts towards the limit of orders and keeps the input', async () => {
    const { store, fields } = await shopWithCart()
    const headers = anAddress()
    for (let n = 0; n < 10; n++) await send(`/${store.slug}/pedir`, { ...fields, key: newKey() }, headers)
    const over = await send(`/${store.slug}/pedir`, { ...fields, name: 'Ana Lucía' }, headers)
    assert.equal(over.status, 429)
    assert.match(over.text, /value="Ana Lucía"/)
  })

  test('the checkout is never a 5xx, whatever is sent', async () => {
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
  test('the total of the checkout shows exactly the total that the order then has', async () => {
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

  test('the checkout is measured with the exact subtotal', async () => {
    const store = await aStore(service)
    await service.sql`
      insert into connections (store_id, id, settings)
      values (${store.id}, 'meta_pixel', '{"pixelId": "123456789012345"}')`
    const products = await Promise.all([10.1, 20.2].map((price) => aProduct(service, store, { price })))
    const query = products.map(({ variants }) => `v=${variants[0]!.id}&n=1`).join('&')
    const { text } = await service.get(`/${store.slug}/pedir?${query}`)
    assert.match(text, /"event":"begin_checkout","value":30\.3,/)
  })

  test('reading the total of the checkout places no order', async () => {
    const { store, fields } = await shopWithCart()
    assert.equal((await send(`/${store.slug}/pedir/total`, fields)).status, 200)
    assert.equal((await ordersOf(store.id)).length, 0)
  })
})

suite('a discount code', () => {
  test('a discount code has a field only where the store has a usable code, or one was entered', async () => {
    const { store, fields } = await shopWithCart()
    const checkout = `/${store.slug}/pedir?v=${fields.v}&n=1`
    const field = /name="discountCode"/
    assert.match((await service.get(checkout)).text, field)
    await service.sql`update discounts set expires_at = '2020-01-01' where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    await service.sql`update discounts set expires_at = null, starts_at = '9999-01-01' where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    await service.sql`
      update discounts set starts_at = null, max_uses = 2, used_count = 2 where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    await service.sql`update discounts set used_count = 1, min_order_total = 1000 where store_id = ${store.id}`
    assert.match((await service.get(checkout)).text, field, 'the cart may still reach its minimum')
    await service.sql`update discounts set is_active = false, min_order_total = null where store_id = ${store.id}`
    assert.doesNotMatch((await service.get(checkout)).text, field)
    const written = await send(`/${store.slug}/pedir/total`, { ...fields, discountCode: 'HOLA10' })
    assert.match(written.text, field)
    assert.match(written.text, /El código de descuento no está activo/)
  })

  const pages = ['/pedir/total', '/pedir'] as const

  test('a discount code that does not exist is limited to 30 attempts per minute and IP address; a good one is not', async () => {
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
