import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMethod, aModifierGroup, anOrder, aProduct, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** An order of three coffees, a honey that may come in, and the page that changes it. */
async function anOrderToChange(overrides: object = {}) {
  const member = await aMember(service, 'STAFF')
  const { store, base } = member
  const coffee = await aProduct(service, store, { name: 'Café', price: 10 })
  const honey = await aProduct(service, store, { name: 'Miel', price: 25 })
  const [a, b] = [coffee.variants[0]!.id, honey.variants[0]!.id]
  const { json } = await order(service, { ...anOrder(store, [{ variantId: a, quantity: 3 }]), ...overrides })
  const page = `${base}/pedidos/${json.id}`
  const read = async () => (await service.get(`/api/v1/orders/${json.id}`, store.key)).json.data
  const rows = (quantity: string, honeys: string) => ({
    'items.0.variantId': a,
    'items.0.quantity': quantity,
    'items.1.variantId': honeys ? b : '',
    'items.1.quantity': honeys,
    message: 'Se acabó',
  })
  return { ...member, id: json.id, page, read, rows, a, b }
}

suite('changing an order in the panel', () => {
  test('shows what it costs before it is sent, then the link, and takes it back', async () => {
    const { person, page, read, rows, a, b } = await anOrderToChange()
    assert.match((await person.get(page)).text, /Cambiar el pedido/)
    const form = (await person.get(`${page}/cambiar`)).text
    assert.ok(form.includes('Café') && form.includes('Miel'))
    const preview = await person.post(`${page}/cambiar`, rows('1', '2'))
    assert.equal(preview.status, 200)
    for (const part of ['Antes 3, ahora: 1 × Café', 'Entra: 2 × Miel', '60', 'Proponer el cambio'])
      assert.ok(preview.text.includes(part), part)
    assert.equal((await read()).proposal, null)

    const sent = await person.post(`${page}/cambiar`, {
      'items.0.variantId': a, 'items.0.quantity': '1', 'items.1.variantId': b, 'items.1.quantity': '2', message: 'Se acabó', isSeen: 'true',
    }) // prettier-ignore
    assert.equal(sent.status, 303)
    const { proposal } = await read()
    assert.deepEqual([proposal!.state, proposal!.total, proposal!.message], ['OPEN', 60, 'Se acabó'])
    const { text } = await person.get(page)
    for (const part of ['Cambio por aceptar', 'Retirar el cambio', 'wa.me/502', '%2Fpedido%2F'])
      assert.ok(text.includes(part), part)
    assert.match((await person.get(`${page}/cambiar`)).text, /Ya hay un cambio por aceptar/)
    await person.post(`${page}/cambio`, {})
    assert.equal((await read()).proposal!.state, 'WITHDRAWN')
  })

  test('a line goes out with 0, and what can not be bought is said', async () => {
    const { person, page, rows } = await anOrderToChange()
    const out = await person.post(`${page}/cambiar`, rows('0', '1'))
    assert.ok(out.text.includes('Sale: 3 × Café'))
    const wrong = await person.post(`${page}/cambiar`, rows('99999', ''))
    assert.equal(wrong.status, 400)
    const nothing = await person.post(`${page}/cambiar`, rows('0', ''))
    assert.equal(nothing.status, 400)
  })

  test('adds what is tapped, as in a new order, and keeps the items that the order has', async () => {
    const { person, store, page, rows, b } = await anOrderToChange()
    const { data } = (await service.get(`/api/v1/products?search=Miel`, store.key)).json
    const taken = { ...rows('0', ''), _add: data[0]!.id }
    const tapped = await person.post(`${page}/cambiar`, taken)
    assert.equal(tapped.status, 200)
    assert.match(tapped.text, /name="items.0.quantity"[^>]*value="0"/)
    assert.match(tapped.text, new RegExp(`<legend>Miel<[^]*name="items.1.variantId" value="${b}"`))
    assert.match(tapped.text, /name="_more" value="1"/)
    // The script sends taps whose response was not there yet with the form.
    const preview = await person.post(`${page}/cambiar`, {
      ...taken,
      _add: [data[0]!.id, data[0]!.id],
      _save: '1',
    })
    assert.match(preview.text, /Sale: 3 × Café[^]*Entra: 2 × Miel/)
    const none = await person.post(`${page}/cambiar`, { ...rows('3', ''), _find: '1', _q: 'azafrán' })
    assert.match(none.text, /Ningún producto se parece a «azafrán»/)
  })

  test('a paid order says what to do instead', async () => {
    const { person, page, store, id } = await anOrderToChange()
    const paid = await anOrderToChange()
    const { id: paymentMethodId } = await aMethod(service, paid.store)
    const { json } = await order(service, {
      ...anOrder(paid.store, [{ variantId: paid.a, quantity: 1 }]), paymentMethodId,
    }) // prettier-ignore
    await service.post(`/api/v1/orders/${json.id}/payment`, { key: paid.store.key, body: { state: 'PAID' } })
    const { text } = await paid.person.get(`${paid.base}/pedidos/${json.id}/cambiar`)
    assert.match(text, /Un pedido pagado no se cambia/)
    assert.match(text, /devuélvele la diferencia/)
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'cancelled' } })
    assert.doesNotMatch((await person.get(page)).text, /Cambiar el pedido/)
  })
})

/** An order of coffee, and a pizza with a base that must be chosen and toppings, that may come in. */
async function anOrderWithPizza() {
  const changed = await anOrderToChange()
  const { store } = changed
  const bases = await aModifierGroup(service, store, {
    name: 'Masa',
    minChoices: 1,
    maxChoices: 1,
    choices: [{ name: 'Delgada' }, { name: 'Rellena', price: 10 }],
  })
  const toppings = await aModifierGroup(service, store, {
    choices: [{ name: 'Queso', price: 5, maxQuantity: 3 }],
  })
  const modifierGroupIds = [bases.id, toppings.id]
  const pizza = await aProduct(service, store, { name: 'Pizza', price: 60, modifierGroupIds })
  const added = {
    ...changed.rows('3', ''),
    'items.1.variantId': pizza.variants[0]!.id,
    'items.1.quantity': '1',
    'items.1.note': 'Sin cebolla',
  }
  return { ...changed, bases, added, stuffed: bases.choices[1]!.id, cheese: toppings.choices[0]!.id }
}

/** The fields of a page's forms that a browser sends without typing: hidden ones with their values. */
const hiddenFields = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="((?:items|message|isSeen)[^"]*)" value="([^"]*)">/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

suite('adding a product with choices to an order', () => {
  test('shows what can be chosen, and says what must be beside it', async () => {
    const { person, page, added } = await anOrderWithPizza()
    const shown = await person.post(`${page}/cambiar`, { ...added, _find: '1' })
    assert.match(
      shown.text,
      /Masa <small>Elige una<\/small>[^]*name="items.1.modifiers.1.choiceId"[^]*Rellena/,
    )
    const missing = await person.post(`${page}/cambiar`, {
      ...added,
      'items.1.modifiers.2.choiceId': 'x',
      'items.1.modifiers.2.quantity': '',
    })
    assert.equal(missing.status, 400)
    assert.match(missing.text, /De «Masa», elige 1 o más[^]*name="items.1.modifiers.0.choiceId"/)
    assert.match(missing.text, /name="items.1.note"[^>]*value="Sin cebolla"/)
  })

  test('proposes it with its choices and its note', async () => {
    const { person, page, read, added, stuffed, cheese } = await anOrderWithPizza()
    const preview = await person.post(`${page}/cambiar`, {
      ...added,
      'items.1.modifiers.1.choiceId': stuffed,
      'items.1.modifiers.2.choiceId': cheese,
      'items.1.modifiers.2.quantity': '2',
    })
    assert.match(preview.text, /Entra: 1 × Pizza/)
    const sent = await person.post(`${page}/cambiar`, hiddenFields(preview.text))
    assert.equal(sent.status, 303, sent.text)
    const { proposal } = await read()
    const { modifiers, note, subtotal } = proposal!.items[1]!
    assert.deepEqual(
      modifiers.map(({ name, quantity }) => [name, quantity]),
      [
        ['Rellena', 1],
        ['Queso', 2],
      ],
    )
    assert.deepEqual([note, subtotal, proposal!.total], ['Sin cebolla', 80, 110])
  })

  test('keeps each row where it stood when a choice is gone before it is sent', async () => {
    const { person, store, page, added, bases, stuffed } = await anOrderWithPizza()
    const preview = await person.post(`${page}/cambiar`, {
      ...added,
      'items.0.quantity': '0',
      'items.1.modifiers.1.choiceId': stuffed,
    })
    assert.match(preview.text, /Sale: 3 × Café/)
    const choices = [{ ...bases.choices[1]!, isActive: false }, bases.choices[0]!]
    await service.put(`/api/v1/modifier-groups/${bases.id}`, { key: store.key, body: { choices } })
    const gone = await person.post(`${page}/cambiar`, hiddenFields(preview.text))
    assert.equal(gone.status, 400)
    assert.match(gone.text, /<legend>Pizza<[^]*name="items.1.variantId"/)
    assert.match(gone.text, /Esta opción no existe o ya no se ofrece/)
  })
})
