import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import {
  aDiscount,
  aModifierGroup,
  anOrder,
  aPhone,
  aProduct,
  aStore,
  order,
} from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { createManualOrder } from './create-manual.ts'
import { decideProposal } from './decide-proposal.ts'
import { previewTotal } from './preview-total.ts'

const service = await startService()
const { sql } = service

/** Screws at 10, at 8.5 from 12 and at 7.25 from 100, in two sizes; a third one costs 20, and 15.5 from 10. */
async function aHardwareShop(overrides: object = {}) {
  const store = await aStore(service)
  const product = await aProduct(service, store, {
    name: 'Tornillo',
    price: 10,
    quantityPrices: [
      { from: 12, price: 8.5 },
      { from: 100, price: 7.25 },
    ],
    variants: [
      { name: 'Chico' },
      { name: 'Grande' },
      { name: 'Dorado', price: 20, quantityPrices: [{ from: 10, price: 15.5 }] },
    ],
    ...overrides,
  })
  const [small, large, golden] = product.variants.map(({ id }) => id) as [string, string, string]
  const toItems = (quantities: Record<string, number>) =>
    Object.entries(quantities).map(([variantId, quantity]) => ({ variantId, quantity }))
  const buy = (quantities: Record<string, number>, rest: object = {}) =>
    order(service, { ...anOrder(store, toItems(quantities)), ...rest })
  const read = async (id: string) => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
  const bought = async (quantities: Record<string, number>, rest: object = {}) => {
    const { status, text, json } = await buy(quantities, rest)
    assert.equal(status, 201, text)
    const { items, subtotal, total } = await read(json.id)
    return { id: json.id, prices: items.map(({ unitPrice }) => unitPrice), subtotal, total }
  }
  return { store, product, small, large, golden, toItems, buy, bought, read }
}

const shop = await aHardwareShop()
const { store, small, large, golden } = shop

suite('an order of a product with prices by quantity', () => {
  const cases: [what: string, quantities: Record<string, number>, prices: number[], subtotal: number][] = [
    ['11 cost the price of one', { [small]: 11 }, [10], 110],
    ['12 cost the first price', { [small]: 12 }, [8.5], 102],
    ['13 too', { [small]: 13 }, [8.5], 110.5],
    ['99 too', { [small]: 99 }, [8.5], 841.5],
    ['100 cost the second', { [small]: 100 }, [7.25], 725],
    ['sizes that follow the price are counted together', { [small]: 5, [large]: 7 }, [8.5, 8.5], 102],
    ['one short of it, none has it', { [small]: 5, [large]: 6 }, [10, 10], 110],
    ['one with a price of its own is counted by itself', { [small]: 11, [golden]: 9 }, [10, 20], 290],
    ['and has its own prices', { [small]: 2, [golden]: 10 }, [10, 15.5], 175],
  ]
  for (const [what, quantities, prices, subtotal] of cases)
    test(what, async () => {
      const placed = await shop.bought(quantities)
      assert.deepEqual([placed.prices, placed.subtotal, placed.total], [prices, subtotal, subtotal])
    })

  test('lines of one variant that differ in their note are counted together, and choices are added after', async () => {
    const extras = await aModifierGroup(service, store, { choices: [{ name: 'Tuerca', price: 0.5 }] })
    const nuts = await aProduct(service, store, {
      price: 10,
      quantityPrices: [{ from: 12, price: 8 }],
      modifierGroupIds: [extras.id],
    })
    const variantId = nuts.variants[0]!.id
    const modifiers = [{ choiceId: extras.choices[0]!.id }]
    const items = [
      { variantId, quantity: 5, modifiers },
      { variantId, quantity: 7, note: 'Sin caja' },
    ]
    const { json } = await order(service, { ...anOrder(store, items) })
    const placed = await shop.read(json.id)
    assert.deepEqual(
      placed.items.map(({ unitPrice, subtotal }) => [unitPrice, subtotal]),
      [
        [8.5, 42.5],
        [8, 56],
      ],
    )
    assert.equal(placed.total, 98.5)
  })

  test('a discount, its minimum and the minimum order are judged on what is paid', async () => {
    await aDiscount(service, store, { code: 'CIEN', type: 'percentage', value: 10, minOrderTotal: 105 })
    const at = (quantity: number) => shop.buy({ [small]: quantity }, { discountCode: 'CIEN' })
    assert.equal((await at(11)).json.total, 99) // 110 − 11
    assert.deepEqual((await at(12)).json.details.reason, 'minimum') // 102
  })

  test('expectedTotal is that of the whole quantity: another is 409', async () => {
    const wrong = await shop.buy({ [small]: 6, [large]: 6 }, { expectedTotal: 120 })
    assert.deepEqual([wrong.status, wrong.json.details.total], [409, 102])
    assert.equal((await shop.buy({ [small]: 6, [large]: 6 }, { expectedTotal: 102 })).status, 201)
  })

  test('a price that changes meanwhile is charged as it was or as it is, whole, never a mixture', async () => {
    const racing = await aHardwareShop()
    const change = (cheap: boolean) =>
      service.put(`/api/v1/products/${racing.product.id}`, {
        key: racing.store.key,
        body: cheap
          ? { price: 5, quantityPrices: [{ from: 12, price: 4 }] }
          : { price: 10, quantityPrices: [{ from: 12, price: 8.5 }] },
      })
    const changes = async () => {
      for (let n = 0; n < 12; n++) assert.equal((await change(n % 2 === 0)).status, 200)
    }
    const orders = Array.from({ length: 40 }, (_, n) => racing.bought({ [racing.small]: n % 2 ? 12 : 11 }))
    const placed = (await Promise.all([changes(), ...orders])).slice(1) as Awaited<(typeof orders)[0]>[]
    const charged = new Set(placed.map(({ subtotal }) => subtotal))
    assert.deepEqual(
      [...charged].filter((one) => ![110, 102, 55, 48].includes(one)),
      [],
    )
  })
})

suite('minimum and step', async () => {
  const boxed = await aHardwareShop({ minQuantity: 12, quantityStep: 6 })
  const refused = async (quantities: Record<string, number>) => {
    const { status, json } = await boxed.buy(quantities)
    const { field, reason, minimum, step } = json.details
    return [status, field, reason, minimum ?? step]
  }
  test('are judged on the whole quantity of the product, the minimum first', async () => {
    assert.deepEqual(await refused({ [boxed.small]: 11 }), [400, 'items.0.quantity', 'minimum', 12])
    assert.deepEqual(await refused({ [boxed.small]: 5, [boxed.golden]: 6 }), [
      400,
      'items.0.quantity',
      'minimum',
      12,
    ])
    assert.deepEqual(await refused({ [boxed.small]: 12, [boxed.large]: 1 }), [
      400,
      'items.0.quantity',
      'invalid',
      6,
    ])
    assert.equal((await boxed.bought({ [boxed.small]: 5, [boxed.golden]: 7 })).total, 190)
    assert.equal((await boxed.bought({ [boxed.small]: 10, [boxed.large]: 8 })).total, 153)
  })

  test('an order by hand is held to neither, and has the prices; its preview says them', async () => {
    const items = boxed.toItems({ [boxed.small]: 9, [boxed.large]: 4 })
    const body = { name: 'Ana', phone: aPhone(), items }
    const made = await createManualOrder(service.app, boxed.store.id, body, { formKey: randomUUID() })
    assert.equal((await boxed.read(made.id)).total, 110.5)
    const [row] = await sql<[{ id: string; currency: string; currencyDigits: number }]>`
      select id, currency, currency_digits from stores where id = ${boxed.store.id}`
    const nothing = { shippingOptionId: '', areaId: '', discountCode: '' }
    const preview = await previewTotal(sql, row, items, nothing)
    assert.deepEqual([preview!.subtotals, preview!.total], [[76.5, 34], 110.5])
  })
})

suite('a proposal', () => {
  const propose = (id: string, quantities: Record<string, number>) =>
    service.post(`/api/v1/orders/${id}/proposal`, {
      key: store.key,
      body: { items: shop.toItems(quantities) },
    })

  test('keeps the price of what the order has, and counts it for new lines', async () => {
    const { id } = await shop.bought({ [small]: 8 })
    const { status, text, json } = await propose(id, { [small]: 8, [large]: 4 })
    assert.equal(status, 201, text)
    const { items, total } = json.data.proposal!
    assert.deepEqual([items.map(({ unitPrice }) => unitPrice), total], [[10, 8.5], 114])
    await sql`update products set quantity_prices = '[]' where id = ${shop.product.id}`
    await decideProposal(sql, store.id, id, { sentAt: json.data.proposal!.sentAt, isAccepted: true })
    assert.equal((await shop.read(id)).total, 114)
    const steps = [
      { from: 12, price: 8.5 },
      { from: 100, price: 7.25 },
    ]
    await sql`update products set quantity_prices = ${sql.json(steps)} where id = ${shop.product.id}`
  })

  test('is held to no minimum, and fewer of a line keep its price', async () => {
    const boxed = await aHardwareShop({ minQuantity: 12, quantityStep: 6 })
    const { id } = await boxed.bought({ [boxed.small]: 12 })
    const { json } = await service.post(`/api/v1/orders/${id}/proposal`, {
      key: boxed.store.key,
      body: { items: boxed.toItems({ [boxed.small]: 5 }) },
    })
    assert.equal(json.data.proposal!.total, 42.5)
  })
})
