import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

type Shop = { key: string }
type Shown = { id: string; name: string; price: number; isActive: boolean }

const put = (store: Shop, id: string, body: unknown) =>
  service.put(`/api/v1/products/${id}`, { key: store.key, body })
const get = async (store: Shop, id: string, query = '') =>
  (await service.get(`/api/v1/products/${id}${query}`, store.key)).json.data

suite('PUT /api/v1/products/:id, variants', () => {
  const shown = async (store: Shop, id: string): Promise<unknown[]> =>
    (await get(store, id, '?variants=all')).variants.map((each: Shown) => [
      each.name,
      each.price,
      each.isActive,
    ])

  async function aShirt() {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, {
      price: 50,
      variants: [{ name: 'S' }, { name: 'M', price: 55 }, { name: 'L', isActive: false }],
    })
    const variants: Shown[] = (await get(store, id, '?variants=all')).variants
    const [small, medium, large] = variants.map((variant) => variant.id)
    return { store, id, small: small!, medium: medium!, large: large! }
  }

  const order = (store: { id: string }, variantId: string) =>
    service.post('/api/orders', { headers: anAddress(), body: anOrder(store, [{ variantId, quantity: 1 }]) })

  test('known ones are updated, new ones added, missing active ones removed, missing inactive ones kept', async () => {
    const { store, id, medium, small } = await aShirt()
    const { json } = await put(store, id, {
      variants: [
        { name: 'XL', price: 60 },
        { id: medium, name: 'Mediana' },
      ],
    })
    assert.deepEqual(
      json.data.variants.map(({ name }: Shown) => name),
      ['XL', 'Mediana'],
    )
    assert.equal(json.data.variants[1]!.id, medium)
    assert.deepEqual(await shown(store, id), [
      ['XL', 60, true],
      ['Mediana', 55, true],
      ['L', 50, false],
    ])
    assert.equal((await order(store, small)).json.details.field, 'items.0.variantId')
    assert.equal((await order(store, medium)).status, 201)
  })

  test('an inactive one is updated when it is listed', async () => {
    const { store, id, small, medium, large } = await aShirt()
    const variants = [
      { id: large, isActive: true, price: 70 },
      { id: medium, isActive: false },
      { id: small },
    ]
    await put(store, id, { variants })
    assert.deepEqual(await shown(store, id), [
      ['L', 70, true],
      ['M', 55, false],
      ['S', 50, true],
    ])
    assert.equal((await order(store, large)).status, 201)
    assert.equal((await order(store, medium)).status, 400)
  })

  test("one without a price has the product's; null removes its own price", async () => {
    const { store, id, small, medium, large } = await aShirt()
    await put(store, id, { price: 52 })
    assert.deepEqual(await shown(store, id), [
      ['S', 52, true],
      ['M', 55, true],
      ['L', 52, false],
    ])
    await put(store, id, {
      variants: [
        { id: small, price: 52 },
        { id: medium, price: null },
      ],
    })
    await put(store, id, { price: 51 })
    assert.deepEqual(await shown(store, id), [
      ['S', 51, true],
      ['M', 51, true],
      ['L', 51, false],
    ])
    await put(store, id, { price: 40, variants: [{ id: small, price: 51 }, { id: medium }] })
    assert.deepEqual(await shown(store, id), [
      ['S', 51, true],
      ['M', 40, true],
      ['L', 40, false],
    ])
    assert.equal((await order(store, large)).status, 400)
    const placed = await order(store, medium)
    const { total } = (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data
    assert.equal(total, 40)
  })

  test('400 on ids of removed variants, of other products and of other stores', async () => {
    const { store, id, small } = await aShirt()
    await put(store, id, { variants: [{ name: 'Sola' }] })
    const other = await aProduct(service, store)
    const strangers = await aProduct(service, await aStore(service))
    for (const unknown of [small, other.variants[0]!.id, strangers.variants[0]!.id, 'ninguna']) {
      const refused = await put(store, id, { variants: [{ name: 'XS' }, { id: unknown, name: 'S' }] })
      assert.equal(refused.status, 400)
      assert.equal(refused.json.details.field, 'variants.1.id')
      assert.equal(refused.json.details.reason, 'not_found')
    }
    assert.equal((await shown(store, id)).length, 2)
  })

  test('400 on one listed twice, a new one without a name, and more than a hundred', async () => {
    const { store, id, small } = await aShirt()
    const many = (length: number) => Array.from({ length }, (_, n) => ({ name: `Talla ${n}` }))
    for (const [variants, field, reason] of [
      [[{ id: small }, { id: small }], 'variants.1.id', 'duplicate'],
      [[{ price: 1 }], 'variants.0.name', 'required'],
      [many(101), 'variants', 'max_items'],
      [many(100), 'variants', 'max_items'], // with the inactive one that stays
      [[{ name: 'A', color: 'rojo' }], 'variants.0.color', 'unknown_field'],
    ] as const) {
      const { status, json } = await put(store, id, { variants })
      assert.deepEqual([status, json.details.field, json.details.reason], [400, field, reason])
    }
    assert.equal((await put(store, id, { variants: many(99) })).status, 200)
  })

  test('the default one is removed when others are added, and returns when they are removed', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store, { price: 9 })
    const first = variants[0]!.id
    await put(store, id, { variants: [] })
    assert.equal((await get(store, id)).variants[0]!.id, first)

    await put(store, id, { variants: [{ name: 'S' }] })
    assert.deepEqual(await shown(store, id), [['S', 9, true]])
    assert.equal((await order(store, first)).status, 400)

    const { json } = await put(store, id, { variants: [] })
    assert.deepEqual(await shown(store, id), [['Única', 9, true]])
    const placed = await order(store, json.data.variants[0]!.id)
    const { items } = (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data
    assert.equal(items[0]!.variantName, null)
  })

  test('the default one stays the default when it is sent back unchanged, and becomes an ordinary one when changed', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store, { price: 9 })
    await put(store, id, { variants })
    await put(store, id, { price: 8 })
    assert.deepEqual(await shown(store, id), [['Única', 8, true]])

    await put(store, id, { variants: [{ id: variants[0]!.id, name: 'Grande' }] })
    const placed = await order(store, variants[0]!.id)
    const { items } = (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data
    assert.equal(items[0]!.variantName, 'Grande')
  })

  test('none are returned when all are inactive, and no default', async () => {
    const { store, id, small, medium } = await aShirt()
    const variants = [small, medium].map((variantId) => ({ id: variantId, isActive: false }))
    const { json } = await put(store, id, { variants })
    assert.deepEqual(json.data.variants, [])
    assert.equal((await shown(store, id)).length, 3)
    await put(store, id, { variants: [] })
    assert.equal((await shown(store, id)).length, 3)
  })
})
