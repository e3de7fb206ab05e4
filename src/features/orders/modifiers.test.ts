import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

type Item = Record<string, unknown>

/** A pizzeria: halves at the price of the dearest, a required dough, extras. */
async function aPizzeria() {
  const store = await aStore(service)
  const halves = await aModifierGroup(service, store, {
    name: 'Mitades',
    minChoices: 2,
    maxChoices: 2,
    pricing: 'highest',
    choices: [
      { name: 'Hawaiana', price: 80, maxQuantity: 2 },
      { name: 'Vegetariana', price: 95.5, maxQuantity: 2 },
    ],
  })
  const extras = await aModifierGroup(service, store, {
    name: 'Extras',
    maxChoices: 4,
    choices: [
      { name: 'Queso', price: 5.25, maxQuantity: 3 },
      { name: 'Tocino', price: 7 },
      { name: 'Piña', price: 4, isActive: false },
    ],
  })
  const product = await aProduct(service, store, {
    name: 'Pizza',
    price: 10,
    modifierGroupIds: [halves.id, extras.id],
  })
  const [hawaiian, vegetarian] = halves.choices.map(({ id }) => id) as [string, string]
  const [cheese, bacon, pineapple] = extras.choices.map(({ id }) => id) as [string, string, string]
  const variantId = product.variants[0]!.id
  return { store, product, variantId, halves, extras, hawaiian, vegetarian, cheese, bacon, pineapple }
}
type Pizzeria = Awaited<ReturnType<typeof aPizzeria>>

const halfAndHalf = ({ hawaiian, vegetarian }: Pizzeria) => [
  { choiceId: hawaiian },
  { choiceId: vegetarian, quantity: 1 },
]
const aPizza = (shop: Pizzeria, rest: Item = {}): Item => ({
  variantId: shop.variantId,
  quantity: 1,
  modifiers: halfAndHalf(shop),
  ...rest,
})
const place = ({ store }: Pizzeria, items: Item[], rest: object = {}) =>
  order(service, { ...anOrder(store, []), items, ...rest })
const read = async ({ store }: Pizzeria, placed: Awaited<ReturnType<typeof place>>) =>
  (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data

const shop = await aPizzeria()

suite('modifiers of an order', () => {
  test('are priced by the server, shown in both shapes, and unaffected by later changes', async () => {
    const own = await aPizzeria()
    const placed = await place(own, [
      aPizza(own, {
        quantity: 2,
        modifiers: [{ choiceId: own.bacon }, { choiceId: own.cheese, quantity: 3 }, ...halfAndHalf(own)],
        note: '  Sin  cebolla ',
      }),
    ])
    assert.equal(placed.status, 201, placed.text)
    for (const { id } of [own.halves, own.extras]) {
      await service.delete(`/api/v1/modifier-groups/${id}`, own.store.key)
    }
    const { items, subtotal, total } = await read(own, placed)
    const item = {
      productName: 'Pizza',
      variantName: null,
      quantity: 2,
      unitPrice: 128.25,
      subtotal: 256.5,
      modifiers: [
        { group: 'Mitades', name: 'Hawaiana', quantity: 1, price: 80 },
        { group: 'Mitades', name: 'Vegetariana', quantity: 1, price: 95.5 },
        { group: 'Extras', name: 'Queso', quantity: 3, price: 5.25 },
        { group: 'Extras', name: 'Tocino', quantity: 1, price: 7 },
      ],
      note: 'Sin  cebolla',
    }
    assert.deepEqual(items, [{ productId: own.product.id, variantId: own.variantId, ...item }])
    assert.deepEqual([subtotal, total, placed.json.total], [256.5, 256.5, 256.5])
    const list = await service.get('/api/v1/orders', own.store.key)
    assert.deepEqual(list.json.data[0]!.items, [item])
  })

  test('of a product without groups: items have none, and no note', async () => {
    const { store } = shop
    const { variants } = await aProduct(service, store)
    const placed = await place(shop, [{ variantId: variants[0]!.id, quantity: 1, modifiers: [], note: '' }])
    const { modifiers, note } = (await read(shop, placed)).items[0]!
    assert.deepEqual([modifiers, note], [[], null])
  })

  type Case = [
    field: string,
    reason: string,
    item: (own: Pizzeria) => Item,
    group?: (own: Pizzeria) => string,
  ]
  const wrong: Case[] = [
    ['items.0.modifiers', 'min_items', (own) => ({ variantId: own.variantId, quantity: 1 }), (own) => own.halves.id],
    ['items.0.modifiers', 'min_items', (own) => aPizza(own, { modifiers: [{ choiceId: own.hawaiian }] }), (own) => own.halves.id],
    [
      'items.0.modifiers', 'max_items',
      (own) => aPizza(own, { modifiers: [{ choiceId: own.hawaiian, quantity: 2 }, { choiceId: own.vegetarian }] }),
      (own) => own.halves.id,
    ],
    ['items.0.modifiers.2.choiceId', 'not_found', (own) => aPizza(own, { modifiers: [...halfAndHalf(own), { choiceId: 'nada' }] })],
    ['items.0.modifiers.2.choiceId', 'not_found', (own) => aPizza(own, { modifiers: [...halfAndHalf(own), { choiceId: own.pineapple }] })],
    ['items.0.modifiers.2.choiceId', 'duplicate', (own) => aPizza(own, { modifiers: [...halfAndHalf(own), { choiceId: own.hawaiian }] })],
    [
      'items.0.modifiers.2.quantity', 'maximum',
      (own) => aPizza(own, { modifiers: [...halfAndHalf(own), { choiceId: own.cheese, quantity: 4 }] }),
    ],
    [
      'items.0.modifiers', 'max_items',
      (own) => aPizza(own, { modifiers: Array.from({ length: 31 }, (_, n) => ({ choiceId: `x${n}` })) }),
    ],
    ['items.0.note', 'max_length', (own) => aPizza(own, { note: 'x'.repeat(141) })],
    ['items.0.modifiers.0.quantity', 'minimum', (own) => aPizza(own, { modifiers: [{ choiceId: own.cheese, quantity: 0 }] })],
  ] // prettier-ignore
  for (const [n, [field, reason, item, group]] of wrong.entries()) {
    test(`${reason} on ${field} (${n})`, async () => {
      const { status, json } = await place(shop, [item(shop)])
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
      assert.equal(json.details.group, group?.(shop))
    })
  }

  test("not_found on the choice of a group that the product has not, and of another store's", async () => {
    const { variants } = await aProduct(service, shop.store, { modifierGroupIds: [shop.extras.id] })
    const other = await aPizzeria()
    const answer = await place(shop, [
      { variantId: variants[0]!.id, quantity: 1, modifiers: [{ choiceId: shop.cheese }] },
      { variantId: variants[0]!.id, quantity: 1, modifiers: [{ choiceId: shop.hawaiian }] },
      { variantId: variants[0]!.id, quantity: 1, modifiers: [{ choiceId: shop.bacon }, { choiceId: other.cheese }] },
    ]) // prettier-ignore
    assert.deepEqual(
      answer.json.details.issues.map((issue: { field: string; reason: string }) => [
        issue.field,
        issue.reason,
      ]),
      [
        ['items.1.modifiers.0.choiceId', 'not_found'],
        ['items.2.modifiers.1.choiceId', 'not_found'],
      ],
    )
  })

  test('a required group with nothing left to choose makes its products sold out', async () => {
    const own = await aPizzeria()
    const choices = own.halves.choices.map(({ id }) => ({ id, isActive: false }))
    await service.put(`/api/v1/modifier-groups/${own.halves.id}`, { key: own.store.key, body: { choices } })
    const { json } = await place(own, [{ variantId: own.variantId, quantity: 1 }])
    assert.deepEqual([json.details.reason, json.details.group], ['min_items', own.halves.id])
    const { data } = (await service.get(`/api/v1/products/${own.product.id}`, own.store.key)).json
    assert.deepEqual(
      data.modifierGroups.map((group: { id: string; choices: object[] }) => [group.id, group.choices.length]),
      [
        [own.halves.id, 0],
        [own.extras.id, 2],
      ],
    )
  })
})

suite('lines of an order with modifiers', () => {
  test('are merged when variant, choices in any order, and note are equal', async () => {
    const turned = halfAndHalf(shop).toReversed()
    const placed = await place(shop, [
      aPizza(shop),
      aPizza(shop, { note: 'Sin cebolla' }),
      aPizza(shop, { modifiers: turned, quantity: 2, note: null }),
      aPizza(shop, { note: 'Sin cebolla', quantity: 4 }),
      aPizza(shop, { modifiers: [...turned, { choiceId: shop.cheese }] }),
      aPizza(shop, { modifiers: [...turned, { choiceId: shop.cheese, quantity: 2 }] }),
    ])
    const { items } = await read(shop, placed)
    assert.deepEqual(
      items.map((item: { quantity: number; unitPrice: number }) => [item.quantity, item.unitPrice]),
      [
        [3, 105.5],
        [5, 105.5],
        [1, 110.75],
        [1, 116],
      ],
    )
  })

  test('are compared by the duplicate rule with their choices and notes, in any order', async () => {
    const [plain, noted] = [aPizza(shop), aPizza(shop, { note: 'Sin cebolla' })]
    const person = { phone: '+50255557711' }
    assert.equal((await place(shop, [plain, noted], person)).status, 201)
    const turned = { ...plain, modifiers: halfAndHalf(shop).toReversed() }
    const again = await place(shop, [noted, turned], person)
    assert.deepEqual([again.status, again.json.code], [409, 'DUPLICATE_ORDER'])
    assert.equal((await place(shop, [plain, plain], person)).status, 201)
    const cheese = aPizza(shop, { modifiers: [...halfAndHalf(shop), { choiceId: shop.cheese }] })
    assert.equal((await place(shop, [cheese, noted], person)).status, 201)
  })

  test('take the stock of their variant together, and give it back together', async () => {
    const own = await aPizzeria()
    const stock = async () =>
      (await service.get(`/api/v1/products/${own.product.id}`, own.store.key)).json.data.variants[0]!.stock
    const body = { variants: [{ id: own.variantId, stock: 4 }] }
    await service.put(`/api/v1/products/${own.product.id}`, { key: own.store.key, body })
    const short = await place(own, [
      aPizza(own, { quantity: 2 }),
      aPizza(own, { quantity: 2, note: 'Sin cebolla' }),
      aPizza(own, { quantity: 1, note: 'Bien cocida' }),
    ])
    const { field, reason, available } = short.json.details
    assert.deepEqual([field, reason, available], ['items.2.quantity', 'out_of_stock', 4])
    assert.equal(await stock(), 4)
    const placed = await place(own, [aPizza(own, { quantity: 2 }), aPizza(own, { note: 'Sin cebolla' })])
    assert.equal(await stock(), 1)
    await service.put(`/api/v1/orders/${placed.json.id}`, {
      key: own.store.key,
      body: { status: 'cancelled' },
    })
    assert.equal(await stock(), 4)
  })
})
