import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService, countByStatus } from '../../../test/service.ts'

const service = await startService()
const store = await aStore(service)

let made = 0
const create = (body: object) =>
  service.post('/api/v1/products', { key: store.key, body: { name: `Camisa ${made++}`, price: 50, ...body } })
const update = (id: string, body: object, headers: Record<string, string> = {}) =>
  service.put(`/api/v1/products/${id}`, { key: store.key, body, headers })
const get = (id: string) => service.get(`/api/v1/products/${id}?variants=all`, store.key)

const options = [
  { name: 'Talla', values: ['S', 'M'] },
  { name: 'Color', values: ['Azul', 'Rojo'] },
]
const shirt = (...values: string[][]) =>
  values.map((optionValues) => ({ name: optionValues.join(' / '), optionValues }))
type Shown = {
  id: string
  name: string
  optionValues: string[]
  imageUrl: string | null
  stock: number | null
}

suite('the options of a product', () => {
  test('are created, returned, listed and updated with the variants', async () => {
    const { status, json } = await create({ options, variants: shirt(['S', 'Azul'], ['M', 'Rojo']) })
    assert.equal(status, 201)
    assert.deepEqual(json.data.options, options)
    const values = ({ variants }: { variants: Shown[] }) => variants.map(({ optionValues }) => optionValues)
    assert.deepEqual(values(json.data), [['S', 'Azul'], ['M', 'Rojo']]) // prettier-ignore
    assert.deepEqual((await get(json.data.id)).json, json)
    const { json: list } = await service.get('/api/v1/products', store.key)
    const { modifierGroups: _offered, ...listed } = json.data
    assert.deepEqual(
      list.data.find(({ id }) => id === json.data.id),
      listed,
    )

    const [small, medium] = json.data.variants as Shown[]
    const changed = await update(json.data.id, {
      options: [options[0]],
      variants: [
        { id: small!.id, optionValues: ['M'] },
        { id: medium!.id, optionValues: ['S'] },
      ],
    })
    assert.deepEqual(values(changed.json.data), [['M'], ['S']])
    assert.deepEqual(values((await update(json.data.id, { options: [] })).json.data), [[], []])
  })

  test('400 on missing, unknown, too many or equal values of active variants', async () => {
    const two = shirt(['S', 'Azul'], ['M', 'Rojo'])
    for (const [body, field, reason] of [
      [{ options, variants: shirt(['S', 'Azul'], ['S', 'Azul']) }, 'variants.1.optionValues', 'duplicate'],
      [{ options, variants: shirt(['S', 'Azul'], ['M']) }, 'variants.1.optionValues', 'min_items'],
      [{ options, variants: [{ name: 'Suelta' }] }, 'variants.0.optionValues', 'min_items'],
      [{ options, variants: shirt(['S', 'Verde']) }, 'variants.0.optionValues.1', 'enum'],
      [{ variants: two }, 'variants.0.optionValues', 'max_items'],
      [{ options: [...options, ...options], variants: two }, 'options', 'max_items'],
      [{ options: [options[0], { name: 'TALLA', values: ['Única'] }] }, 'options.1.name', 'duplicate'],
      [{ options: [{ name: 'Talla', values: ['S', 's'] }] }, 'options.0.values.1', 'duplicate'],
      [{ options: [{ name: 'Talla', values: [] }] }, 'options.0.values', 'min_items'],
      [{ options: [{ values: ['S'] }] }, 'options.0.name', 'required'],
      [{ options: null }, 'options', 'type'],
      [{ variants: [{ name: 'S', stock: -1 }] }, 'variants.0.stock', 'minimum'],
      [{ variants: [{ name: 'S', stock: 1.5 }] }, 'variants.0.stock', 'type'],
      [{ variants: [{ name: 'S', stock: 1_000_000_000 }] }, 'variants.0.stock', 'maximum'],
      [
        { variants: [{ name: 'S', imageUrl: 'http://ejemplo.test/a.jpg' }] },
        'variants.0.imageUrl',
        'pattern',
      ],
    ] as const) {
      const { status, json } = await create(body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.deepEqual([json.details.field, json.details.reason], [field, reason])
    }
    const { json } = await create({ options, variants: two })
    const refused = await update(json.data.id, { options: [options[0]] })
    assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['options', 'invalid'])
    const sleeping = [...two, { name: 'Otra', optionValues: ['S', 'Azul'], isActive: false }]
    assert.equal((await create({ options, variants: sleeping })).status, 201)
  })

  test('may be set before there are variants', async () => {
    const { status, json } = await create({ options })
    assert.equal(status, 201)
    assert.deepEqual(
      json.data.variants.map(({ name, optionValues }: Shown) => [name, optionValues]),
      [['Única', []]],
    )
  })
})

suite('the stock and the photo of a variant', () => {
  test('are kept unless a change includes them, and are cleared by null', async () => {
    const imageUrl = 'https://fotos.test/azul.jpg'
    const { json } = await create({ variants: [{ name: 'Azul', stock: 4, imageUrl }, { name: 'Roja' }] })
    const { id, variants } = json.data
    assert.deepEqual(
      variants.map(({ stock }: Shown) => stock),
      [4, null],
    )
    const [blue, red] = variants as Shown[]
    const updated = await update(id, {
      variants: [
        { id: blue!.id, name: 'Celeste' },
        { id: red!.id, stock: 0 },
      ],
    })
    assert.deepEqual(
      updated.json.data.variants.map(({ stock }: Shown) => stock),
      [4, 0],
    )
    assert.equal(updated.json.data.variants[0]!.imageUrl, imageUrl)
    assert.deepEqual((await get(id)).json.data, updated.json.data)
    const cleared = await update(id, {
      variants: [
        { id: blue!.id, stock: null, imageUrl: null },
        { id: red!.id, stock: null },
      ],
    })
    assert.deepEqual(
      cleared.json.data.variants.map(({ stock }: Shown) => stock),
      [null, null],
    )
    assert.deepEqual((await get(id)).json.data, cleared.json.data)
  })

  test('of the default variant keep it the default one, also on creation', async () => {
    const { json } = await create({ variants: [{ name: 'Única', stock: 3 }] })
    const { id, variants } = json.data
    assert.equal(variants[0]!.stock, 3)
    const { json: changed } = await update(id, { variants: [{ id: variants[0]!.id, stock: 5 }] })
    assert.equal(changed.data.variants[0]!.stock, 5)
    const body = {
      storeId: store.id,
      name: 'Ana',
      phone: '+50255551234',
      items: [{ variantId: variants[0]!.id, quantity: 5 }],
    }
    const placed = await service.post('/api/orders', { body })
    const { json: order } = await service.get(`/api/v1/orders/${placed.json.id}`, store.key)
    assert.equal(order.data.items[0]!.variantName, null)
    const { json: sold } = await service.get('/api/v1/products?limit=100', store.key)
    assert.equal(sold.data.find((one) => one.id === id)!.variants[0]!.stock, 0, 'stays in the list')
  })

  test('of two writes with the same If-Match, one is 412', async () => {
    const { id, variants } = await aProduct(service, store, { variants: [{ name: 'S', stock: 7 }] })
    const etag = (await service.get(`/api/v1/products/${id}`, store.key)).headers.get('etag')!
    const set = (stock: number) =>
      update(id, { variants: [{ id: variants[0]!.id, stock }] }, { 'if-match': etag })
    const answers = await Promise.all([set(10), set(12)])
    assert.deepEqual(countByStatus(answers), { 200: 1, 412: 1 })
    const winner = answers.find(({ status }) => status === 200)!.json.data.variants[0]!.stock
    assert.equal((await get(id)).json.data.variants[0]!.stock, winner)
  })
})
