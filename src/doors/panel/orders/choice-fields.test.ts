import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** A pizza with a base that must be chosen and toppings, and a drink. */
async function aPizzeria() {
  const member = await aMember(service, 'STAFF')
  const { store } = member
  const bases = await aModifierGroup(service, store, {
    name: 'Masa',
    minChoices: 1,
    maxChoices: 1,
    choices: [{ name: 'Delgada' }, { name: 'Rellena', price: 10 }],
  })
  const toppings = await aModifierGroup(service, store, {
    name: 'Extras',
    choices: [
      { name: 'Queso', price: 5, maxQuantity: 3 },
      { name: 'Tocino', price: 8 },
    ],
  })
  const pizza = await aProduct(service, store, {
    name: 'Pizza',
    price: 60,
    modifierGroupIds: [bases.id, toppings.id],
  })
  const drink = await aProduct(service, store, { name: 'Limonada', price: 15 })
  const [thin, stuffed] = bases.choices
  const [cheese, bacon] = toppings.choices
  return {
    ...member,
    pizza: pizza.variants[0]!.id,
    drink: drink.variants[0]!.id,
    choices: [thin!.id, stuffed!.id, cheese!.id, bacon!.id] as const,
    order: { name: 'Ana Morales', phone: '+502 5512 3456', 'items.0.quantity': '1' },
  }
}

suite('an order by hand with choices', () => {
  test('shows what can be chosen with a product, and places it with the choices and the note', async () => {
    const { person, base, pizza, choices, order } = await aPizzeria()
    const [, stuffed, cheese, bacon] = choices
    const submitted = { ...order, 'items.0.variantId': pizza, 'items.0.note': 'Sin cebolla' }
    const shown = await person.post(`${base}/pedidos/nuevo`, { ...submitted, _find: '1' })
    assert.equal(shown.status, 200)
    assert.match(shown.text, /Masa <small>Elige una<\/small>[^]*Rellena[^]*\+ Q\s10\.00[^]*Extras/)
    assert.match(shown.text, new RegExp(`name="items.0.modifiers.3.choiceId" value="${bacon}"`))
    assert.match(shown.text, /name="items.0.note"[^>]*value="Sin cebolla"/)

    const placed = await person.post(`${base}/pedidos/nuevo`, {
      ...submitted,
      'items.0.modifiers.1.choiceId': stuffed,
      'items.0.modifiers.2.choiceId': cheese,
      'items.0.modifiers.2.quantity': '2',
    })
    assert.equal(placed.status, 303, placed.text)
    const { text } = await person.follow(placed)
    assert.match(
      text,
      /1 × Pizza[^]*Masa:[^]*Rellena[^]*Extras:[^]*2 × Queso[^]*Nota:[^]*Sin cebolla[^]*Q\s80\.00/,
    )
  })

  test('leaves out what was not chosen, and says what must be, with the choices', async () => {
    const { person, store, base, pizza, choices, order } = await aPizzeria()
    const [thin, , cheese] = choices
    const submitted = {
      ...order,
      'items.0.variantId': pizza,
      'items.0.modifiers.2.choiceId': cheese,
      'items.0.modifiers.2.quantity': '',
    }
    const missing = await person.post(`${base}/pedidos/nuevo`, submitted)
    assert.equal(missing.status, 400)
    assert.match(missing.text, /De «Masa», elige 1 o más[^]*name="items.0.modifiers.0.choiceId"/)
    const placed = await person.post(`${base}/pedidos/nuevo`, {
      ...submitted,
      'items.0.modifiers.0.choiceId': thin,
    })
    assert.equal(placed.status, 303, placed.text)
    const [first] = (await service.get('/api/v1/orders', store.key)).json.data
    assert.deepEqual(first!.items[0]!.modifiers, [{ group: 'Masa', name: 'Delgada', quantity: 1, price: 0 }])
  })

  test('of another product than before has none of its choices ticked', async () => {
    const { person, store, base, pizza, choices, order } = await aPizzeria()
    const other = await aModifierGroup(service, store, {
      choices: [{ name: 'Azúcar', maxQuantity: 2 }, { name: 'Hielo' }],
    })
    const tea = await aProduct(service, store, { name: 'Té', modifierGroupIds: [other.id] })
    const shown = await person.post(`${base}/pedidos/nuevo`, {
      ...order,
      'items.0.variantId': tea.variants[0]!.id,
      'items.0.modifiers.0.choiceId': choices[0],
      'items.0.modifiers.0.quantity': '1',
      'items.0.modifiers.1.choiceId': choices[1],
      'items.1.variantId': pizza,
      'items.1.quantity': '1',
      _find: '1',
    })
    assert.match(shown.text, /Azúcar[^]*Hielo/)
    const field = /<select name="items.0.modifiers.0.quantity">[^]*?<\/select>/.exec(shown.text)![0]
    assert.doesNotMatch(field, /selected>[12]/)
    assert.doesNotMatch(shown.text, /name="items.0.modifiers.1.choiceId"[^>]*checked/)
  })

  test('shows 2,000 choices at most, and says so where more would be', async () => {
    const { person, store, base, order } = await aPizzeria()
    const choices = Array.from({ length: 50 }, (_, n) => ({ name: `Opción ${n + 1}` }))
    const groups = await Promise.all(
      Array.from({ length: 10 }, () => aModifierGroup(service, store, { choices })),
    )
    const { variants } = await aProduct(service, store, { modifierGroupIds: groups.map(({ id }) => id) })
    const lines = Array.from({ length: 100 }, (_, n) => [
      [`items.${n}.variantId`, variants[0]!.id],
      [`items.${n}.quantity`, '1'],
    ]).flat()
    const { text } = await person.post(`${base}/pedidos/nuevo`, {
      ...order,
      ...(Object.fromEntries(lines) as Record<string, string>),
      _find: '1',
    })
    assert.equal(text.match(/type="checkbox" name="items/g)!.length, 2000)
    assert.equal(text.match(/ya no caben aquí/g)!.length, 96)
  })
})
