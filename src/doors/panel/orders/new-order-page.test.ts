import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fillCatalog } from '../../../features/demo/load/fill-catalog.ts'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import {
  aDiscount,
  aModifierGroup,
  aPhone,
  aPlacedOrder,
  aProduct,
  aShippingOption,
} from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const messaging = await startService({
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
})

async function aForm() {
  const { base, person, store } = await aMember(service, 'STAFF')
  const path = `${base}/pedidos/nuevo`
  /** The fields of the form in this response, as a browser sends them with one of its buttons. */
  const fieldsOf = (text: string) =>
    Object.fromEntries(
      formsOf(text)
        .find(({ action }) => action === path)!
        .fields.filter(({ type, name }) => type !== 'button' && name !== '_key')
        .map(({ name, value }) => [name, name === 'isTest' ? 'false' : value]),
    )
  const orders = async () => (await service.get('/api/v1/orders', store.key)).json.data
  return { base, person, store, path, fieldsOf, orders }
}

suite('the form of a new order', () => {
  test('places an order at the shop’s prices, once per form', async () => {
    const { base, person, store, path, orders } = await aForm()
    assert.match((await person.get(path)).text, /Todavía no hay qué pedir/)
    const { id, variants } = await aProduct(service, store, { name: 'Café', price: 80 })
    const shipping = await aShippingOption(service, store, { price: 25 })
    assert.match((await person.get(path)).text, new RegExp(`name="_add" value="${id}"[^]*Café[^]*Q\\s80`))
    const fields: [string, string][] = [
      ['_key', 'a'.repeat(24)],
      ['name', 'Luis'],
      ['phone', '+502 5555 1234'],
      ['address', ''],
      ['notes', ''],
      ['items.0.variantId', variants[0]!.id],
      ['items.0.quantity', '2'],
      ['items.1.variantId', ''],
      ['items.1.quantity', ''],
      ['shippingOptionId', shipping.id],
      ['discountCode', ''],
      ['notifyCustomer', 'true'],
      ['isTest', 'false'],
    ]
    const sent = await Promise.all([1, 2, 3].map(() => person.post(path, fields)))
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]), sent[0]!.text)
    assert.equal(new Set(sent.map(({ location }) => location)).size, 1)
    const [first, ...others] = await orders()
    assert.deepEqual(
      [others.length, first!.total, first!.status, first!.notifyCustomer],
      [0, 185, 'pending', true],
    )
    // Back at the form, which is changed: another order.
    const changed = fields.map(([name, value]) => [name, name === 'items.0.quantity' ? '3' : value])
    const next = await person.post(path, changed as [string, string][])
    assert.equal(next.status, 303, next.text)
    assert.notEqual(next.location, sent[0]!.location)
    assert.match((await person.follow(next)).text, new RegExp(`href="${base}/pedidos/nuevo">Anotar otro`))
  })

  test('adds what is tapped, without a script too, and says what it costs so far', async () => {
    const { person, store, path, fieldsOf, orders } = await aForm()
    const coffee = await aProduct(service, store, { name: 'Café', price: 80 })
    const bread = await aProduct(service, store, { name: 'Pan', price: 12.5 })
    const shipping = await aShippingOption(service, store, { price: 25 })
    const { code } = await aDiscount(service, store, { type: 'percentage', value: 10 })
    const tap = async (text: string, name: string, value: string, more = {}) => {
      const response = await person.post(path, { ...fieldsOf(text), ...more, [name]: value })
      assert.equal(response.status, 200)
      return response.text
    }
    let text = await tap((await person.get(path)).text, '_add', coffee.id)
    assert.match(text, /<legend>Café<\/legend>[^]*Q\s80\.00/)
    text = await tap(text, '_add', coffee.id)
    text = await tap(text, '_add', bread.id)
    text = await tap(text, '_more', '1')
    assert.match(text, /Total<\/span> <output class="total">Q\s185\.00/)
    assert.match(text, /Café<\/b><small>Q\s80\.00<\/small><span class="count">2<\/span>/)
    text = await tap(text, '_find', '1', { shippingOptionId: shipping.id, discountCode: code.toLowerCase() })
    assert.match(text, /class="total">Q\s191\.50/)
    assert.match(text, /Productos Q\s185\.00 · Envío Q\s25\.00 · Descuento −Q\s18\.50/)
    text = await tap(text, '_less', '1')
    text = await tap(text, '_less', '1')
    assert.doesNotMatch(text, /<legend>Pan</)
    text = await tap(text, '_find', '1', { discountCode: 'NADA' })
    assert.match(text, /Ese código no descuenta nada/)
    const submitted = { ...fieldsOf(text), discountCode: '', name: 'Luis', phone: '55551234' }
    // The script sends taps whose response was not there yet with the form.
    const saved = await person.post(path, { ...submitted, _add: [coffee.id, bread.id], _save: '1' })
    assert.equal(saved.status, 303, saved.text)
    const [order] = await orders()
    assert.deepEqual(
      order!.items.map((item) => [item.productName, item.quantity]),
      [['Café', 3], ['Pan', 1]],
    ) // prettier-ignore
    assert.equal(order!.total, 277.5)
  })

  test('asks for the table only where the shop serves tables, and has the text that it is ready', async () => {
    const { base, person, store, path, orders } = await aForm()
    const { variants } = await aProduct(service, store)
    assert.doesNotMatch((await person.get(path)).text, /name="table"/)
    const { id } = await aShippingOption(service, store, { kind: 'here' })
    assert.match((await person.get(path)).text, /name="table"/)
    const order = {
      name: 'Luis',
      phone: aPhone(),
      'items.0.variantId': variants[0]!.id,
      shippingOptionId: id,
    }
    const send = (more: Record<string, string>) =>
      person.post(path, { ...order, 'items.0.quantity': '1', _save: '1', ...more })
    const without = await send({ table: '' })
    assert.equal(without.status, 400)
    assert.match(without.text, /name="table"[^>]*aria-invalid/)
    assert.equal((await send({ table: '4' })).status, 303)
    const [placed] = await orders()
    assert.deepEqual([placed!.deliveryKind, placed!.table], ['here', '4'])
    for (const status of ['confirmed', 'shipped'])
      await service.put(`/api/v1/orders/${placed!.id}`, { key: store.key, body: { status } })
    const { text } = await person.get(`${base}/pedidos/${placed!.id}`)
    assert.match(decodeURIComponent(text), /tu pedido PED-\w+ está listo\./)
    await service.sql`update shipping_options set is_active = false where id = ${id}`
    assert.doesNotMatch((await person.get(path)).text, /name="table"/)
  })

  test('says that a total is above the maximum, before it is saved and after', async () => {
    const { person, store, path, fieldsOf, orders } = await aForm()
    const house = await aProduct(service, store, { name: 'Casa', price: 999_999_999.99 })
    const form = fieldsOf((await person.get(path)).text)
    const { text } = await person.post(path, { ...form, _add: [house.id, house.id] })
    assert.match(text, /class="wrong" id="total-wrong">El total del pedido no puede pasar de 999999999\.99/)
    assert.doesNotMatch(text, /class="total"/)
    const saved = await person.post(path, { ...fieldsOf(text), name: 'Luis', phone: '55551234', _save: '1' })
    assert.equal(saved.status, 400)
    assert.deepEqual(await orders(), [])
  })

  test('asks which variant, and what must be chosen, for each tap in a line of its own', async () => {
    const { person, store, path, fieldsOf, orders } = await aForm()
    const sizes = [{ name: 'S' }, { name: 'L', price: 95 }]
    const shirt = await aProduct(service, store, { name: 'Camisa', price: 80, variants: sizes })
    const group = await aModifierGroup(service, store, {
      name: 'Masa',
      minChoices: 1,
      choices: [{ name: 'Fina' }],
    })
    const pizza = await aProduct(service, store, { name: 'Pizza', price: 60, modifierGroupIds: [group.id] })
    const { text } = await person.post(path, {
      _add: [shirt.id, shirt.id, pizza.id],
      name: 'Ana',
      phone: '55551234',
    })
    assert.equal(text.match(/Elige cuál/g)!.length, 2)
    const fields = fieldsOf(text)
    const rejected = await person.post(path, { ...fields, _save: '1' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /name="items\.0\.variantId"[^>]*aria-invalid/)
    const sized = {
      ...fieldsOf(rejected.text),
      'items.0.variantId': shirt.variants[1]!.id,
      'items.1.variantId': shirt.variants[0]!.id,
      'items.2.modifiers.0.choiceId': '',
      _save: '1',
    }
    const without = await person.post(path, sized)
    assert.match(without.text, /De «Masa», elige 1 o más/)
    const chosen = { ...sized, 'items.2.modifiers.0.choiceId': group.choices[0]!.id }
    assert.match((await person.post(path, { ...fieldsOf(without.text), _find: '1' })).text, /class="total">/)
    const saved = await person.post(path, chosen)
    assert.equal(saved.status, 303, saved.text)
    assert.equal((await orders())[0]!.total, 80 + 95 + 60)
  })

  test('knows the customer by the phone, fills in the name, and renames nobody', async () => {
    const { person, store, path, fieldsOf, orders } = await aForm()
    const product = await aProduct(service, store, { name: 'Café' })
    await aPlacedOrder(service, store, {
      name: 'Edgar Pérez',
      phone: '+50255551234',
      address: '4a calle 7-20',
    })
    const { text } = await person.post(path, { phone: '5555 1234', _add: product.id })
    assertIncludes(text, [
      'Ya es cliente',
      'Edgar Pérez',
      '1 pedido, el último',
      'La última vez: 4a calle 7-20',
    ])
    assert.equal(fieldsOf(text)['name'], 'Edgar Pérez')
    assert.equal(fieldsOf(text)['address'], '')
    const placed = await person.post(path, { ...fieldsOf(text), _address: '1', name: 'Ana' })
    assert.match(placed.text, /sigue como Edgar Pérez; este pedido dirá Ana/)
    assert.match(fieldsOf(placed.text)['address']!, /^4a calle 7-20$/)
    const saved = await person.post(path, { ...fieldsOf(placed.text), _save: '1' })
    assert.equal(saved.status, 303, saved.text)
    assert.equal((await orders())[0]!.customerName, 'Ana')
    const { data } = (await service.get('/api/v1/customers', store.key)).json
    assert.deepEqual(data.map(({ name, orderCount }) => [name, orderCount]), [['Edgar Pérez', 2]]) // prettier-ignore
    const stranger = await aForm()
    await aProduct(service, stranger.store)
    const other = await stranger.person.post(stranger.path, { phone: '+50255551234', _find: '1' })
    assert.doesNotMatch(other.text, /Edgar/)
  })

  test('saves it as confirmed where that is on, with the text for the customer at hand', async () => {
    const { base, person, store, path, orders } = await aForm()
    const { variants } = await aProduct(service, store, { name: 'Café', price: 80 })
    const phone = aPhone()
    const order = { name: 'Luis Gil', phone, 'items.0.variantId': variants[0]!.id, 'items.0.quantity': '2' }
    assert.match((await person.get(path)).text, /name="isConfirmed"[^>]*checked/)
    const saved = await person.post(path, { ...order, isConfirmed: 'true' })
    const [placed] = await orders()
    assert.deepEqual([placed!.status, placed!.total], ['confirmed', 160])
    const { timeline } = (await service.get(`/api/v1/orders/${placed!.id}`, store.key)).json.data
    assert.deepEqual(timeline.map(({ status, by }) => [status, by]), [['pending', 'panel'], ['confirmed', 'panel']]) // prettier-ignore
    const link = `${base}/pedidos/${placed!.id}/whatsapp`
    assert.ok((await person.follow(saved)).text.includes(`href="${link}"`))
    const chat = new URL((await person.get(link)).location!)
    assert.equal(chat.origin + chat.pathname, `https://wa.me/${phone.slice(1)}`)
    const message = chat.searchParams.get('text')!
    assert.match(
      message,
      /^Hola Luis, te escribe [^]*\*PED-\w+\*[^]*• 2 × Café: Q\s160\.00\n\*Total: Q\s160\.00\*/,
    )
    assert.ok(message.includes(`/${store.slug}/pedido/`))
    const stranger = await aMember(service, 'OWNER')
    assert.equal((await stranger.person.get(`${stranger.base}/pedidos/${placed!.id}/whatsapp`)).status, 404)
  })

  test('takes as many lines as an order may have, and no more', async () => {
    const { person, store, path, fieldsOf, orders } = await aForm()
    const sizes = Array.from({ length: 2 }, (_, n) => ({ name: `Talla ${n}` }))
    const shirt = await aProduct(service, store, { name: 'Camisa', price: 1, variants: sizes })
    const { text } = await person.post(path, { _add: Array.from({ length: 130 }, () => shirt.id) })
    assert.match(text, /Un pedido tiene 100 artículos como máximo/)
    const sized = Object.entries(fieldsOf(text)).map(([name, value]): [string, string] => [
      name,
      name.endsWith('variantId') ? shirt.variants[0]!.id : value,
    ])
    const saved = await person.post(path, [...sized, ['name', 'Ana'], ['phone', '55551234'], ['_save', '1']])
    assert.equal(saved.status, 303, saved.text)
    assert.deepEqual((await orders())[0]!.items.map(({ quantity }) => quantity), [100]) // prettier-ignore
  })

  test('asks whether to notify the customer, where WhatsApp is configured', async () => {
    for (const [one, isAsked] of [
      [messaging, true],
      [service, false],
    ] as const) {
      // prettier-ignore
      const { base, person, store } = await aMember(one, 'STAFF')
      await aProduct(one, store)
      const { text } = await person.get(`${base}/pedidos/nuevo`)
      assert.equal(text.includes('name="notifyCustomer"'), isAsked)
    }
  })

  test('keeps what is typed while products of a large catalog are searched', async () => {
    const { person, store, path } = await aForm()
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 201))
    const berry = await aProduct(service, store, { name: 'Zarzamora' })
    const submitted = { name: 'Luis', phone: '5555 1234', notes: 'Sin bolsa', isTest: 'true' }
    const { text } = await person.get(path)
    assert.ok(!text.includes(berry.id))
    assert.equal(text.match(/class="tile"/g)!.length, 40)
    assert.match(text, /Hay 202 productos: busca por su nombre/)
    const first = await person.post(path, { ...submitted, _find: '1', _q: 'zarzamora' })
    assert.ok(first.text.includes(`name="_add" value="${berry.id}"`))
    const rows = { 'items.0.variantId': berry.variants[0]!.id, 'items.0.quantity': '3' }
    const second = await person.post(path, { ...submitted, ...rows, _find: '1', _q: 'azafrán' })
    assertIncludes(second.text, [
      'Ningún producto se parece a «azafrán»',
      '<legend>Zarzamora</legend>',
      'value="Luis"',
      'value="5555 1234"',
      '>\nSin bolsa<',
      'value="true" checked',
    ])
    assert.doesNotMatch(second.text, /aria-invalid|role="alert"/)
    const wrong = await person.post(path, { ...submitted, ...rows, _q: 'azafrán', phone: '12' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /<legend>Zarzamora</)
    assert.equal((await person.post(path, { ...submitted, ...rows, _q: 'azafrán' })).status, 303)
  })

  test('keeps what is typed beside errors', async () => {
    const { person, store, path } = await aForm()
    await aProduct(service, store)
    const { status, text } = await person.post(path, {
      name: 'Luis',
      phone: '12',
      'items.2.variantId': 'nadie',
      'items.2.quantity': '2',
      'items.3.variantId': 'nadie',
      'items.3.quantity': 'dos',
    })
    assert.equal(status, 400)
    assert.match(text, /value="Luis"/)
    assert.match(text, /name="phone" [^>]*aria-invalid/)
    assert.match(text, /name="items\.1\.quantity" [^>]*aria-invalid/)
    const empty = await person.post(path, { name: 'Luis', phone: '55551234' })
    assert.equal(empty.status, 400)
    const gone = await person.post(path, {
      name: 'Luis',
      phone: '55551234',
      'items.0.variantId': 'nadie',
      'items.0.quantity': '1',
    })
    assert.match(gone.text, /Ya no se vende[^]*no existe o no está a la venta/)
  })
})
