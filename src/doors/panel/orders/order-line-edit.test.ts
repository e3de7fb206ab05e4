import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anOrder, aProduct, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** An order of two pizzas with a thin base, cheese twice and a note, and of a drink. */
async function anOrderOfPizza() {
  const member = await aMember(service, 'STAFF')
  const { store, base } = member
  const bases = await aModifierGroup(service, store, {
    name: 'Masa',
    minChoices: 1,
    maxChoices: 1,
    choices: [{ name: 'Delgada' }, { name: 'Rellena', price: 10 }],
  })
  const extras = await aModifierGroup(service, store, {
    choices: [{ name: 'Queso', price: 5, maxQuantity: 3 }],
  })
  const [thin, stuffed] = bases.choices
  const cheese = extras.choices[0]!
  const pizza = await aProduct(service, store, {
    name: 'Pizza',
    price: 60,
    modifierGroupIds: [bases.id, extras.id],
  })
  const drink = await aProduct(service, store, { name: 'Limonada', price: 15 })
  const [a, b] = [pizza.variants[0]!.id, drink.variants[0]!.id]
  const modifiers = [{ choiceId: thin!.id }, { choiceId: cheese.id, quantity: 2 }]
  const items = [
    { variantId: a, quantity: 2, modifiers, note: 'Sin cebolla' },
    { variantId: b, quantity: 1 },
  ]
  const { json } = await order(service, anOrder(store, items))
  const page = `${base}/pedidos/${json.id}/cambiar`
  /** The fields of the items, as the page sends them. */
  const present = {
    'items.0.variantId': a,
    'items.0.quantity': '2',
    'items.0.note': 'Sin cebolla',
    'items.0.modifiers.0.choiceId': thin!.id,
    'items.0.modifiers.0.quantity': '1',
    'items.0.modifiers.1.choiceId': cheese.id,
    'items.0.modifiers.1.quantity': '2',
    'items.1.variantId': b,
    'items.1.quantity': '1',
  }
  return { ...member, page, present, pizza, a, thin: thin!.id, stuffed: stuffed!.id, cheese: cheese.id }
}

suite('an item of an order that is changed', () => {
  test('has less and more, and what has choices can be chosen again', async () => {
    const { person, page, present } = await anOrderOfPizza()
    const { text } = await person.get(page)
    assert.match(
      text,
      /name="_less" value="0"[^]*name="items.0.quantity" value="2"[^]*name="_more" value="0"/,
    )
    assert.deepEqual([...text.matchAll(/name="_edit" value="(\d)"/g)].map(([, n]) => n), ['0']) // prettier-ignore
    const more = await person.post(page, { ...present, _more: '0', _less: '1' })
    assert.match(more.text, /name="items.0.quantity" value="3"[^]*name="items.1.quantity" value="0"/)
  })

  test('is taken out, and as many stand below with what was chosen', async () => {
    const { person, page, present, a, thin, stuffed, cheese } = await anOrderOfPizza()
    const { text } = await person.post(page, { ...present, _edit: '0' })
    assert.match(text, /name="items.0.quantity" value="0"/)
    assert.match(
      text,
      new RegExp(`name="items.2.variantId" value="${a}"[^]*name="items.2.quantity" value="2"`),
    )
    assert.match(text, new RegExp(`name="items.2.modifiers.0.choiceId" value="${thin}" checked`))
    assert.doesNotMatch(text, new RegExp(`value="${stuffed}" checked`))
    assert.match(text, /<select name="items.2.modifiers.2.quantity">[^]*?<option value="2" selected>/)
    assert.match(text, /name="items.2.note"[^>]*value="Sin cebolla"/)
    const changed = await person.post(page, {
      ...present,
      'items.0.quantity': '0',
      'items.2.variantId': a,
      'items.2.quantity': '2',
      'items.2.note': 'Sin cebolla',
      'items.2.modifiers.1.choiceId': stuffed,
      'items.2.modifiers.2.choiceId': cheese,
      'items.2.modifiers.2.quantity': '2',
      _save: '1',
    })
    assert.match(changed.text, /Sale: 2 × Pizza \+ Delgada[^]*Entra: 2 × Pizza \+ Rellena, 2 × Queso/)
  })

  test('stays where it is no longer sold', async () => {
    const { person, store, page, present, pizza } = await anOrderOfPizza()
    await service.put(`/api/v1/products/${pizza.id}`, { key: store.key, body: { isActive: false } })
    const { text } = await person.post(page, { ...present, _edit: '0' })
    assert.match(text, /name="items.0.quantity" value="2"/)
    assert.doesNotMatch(text, /name="items.2/)
  })
})
