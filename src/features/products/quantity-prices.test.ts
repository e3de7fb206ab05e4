import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-quantities-')) })
const { imported } = importsOf(service)

const steps = [
  { from: 12, price: 8.5 },
  { from: 100, price: 7.25 },
]

async function aShop() {
  const store = await aStore(service)
  const { key } = store
  const product = await aProduct(service, store, {
    name: 'Tornillo',
    price: 10,
    quantityPrices: steps,
    minQuantity: 6,
    quantityStep: 2,
    variants: [{ name: 'Chico' }, { name: 'Dorado', price: 20, quantityPrices: [{ from: 10, price: 15.5 }] }],
  })
  const put = (body: object) => service.put(`/api/v1/products/${product.id}`, { key, body })
  const read = async () => (await service.get(`/api/v1/products/${product.id}`, key)).json.data
  const pricesOf = async () => {
    const { price, quantityPrices, variants } = await read()
    return [price, quantityPrices, variants.map((one) => [one.price, one.quantityPrices])]
  }
  const undoNewest = async () => {
    const [change] = (await service.get('/api/v1/changes?limit=1', key)).json.data
    return service.post(`/api/v1/changes/${change!.id}/undo`, { key })
  }
  return { store, key, product, put, read, pricesOf, undoNewest }
}

suite('the prices by quantity of a product', async () => {
  const shop = await aShop()
  const { key, product } = shop
  const [small, golden] = product.variants.map(({ id }) => id) as [string, string]

  test('a product without them has none, a minimum and a step of one', async () => {
    const plain = await aProduct(service, shop.store)
    const { quantityPrices, minQuantity, quantityStep, variants } = plain
    assert.deepEqual([quantityPrices, minQuantity, quantityStep, variants[0]!.quantityPrices], [[], 1, 1, []])
  })

  const tooMany = Array.from({ length: 6 }, (_, n) => ({ from: n + 2, price: 9 - n }))
  const rejected: [what: string, body: object, field: string, reason: string][] = [
    ['from below 2', { quantityPrices: [{ from: 1, price: 9 }] }, 'quantityPrices.0.from', 'minimum'],
    [
      'from above what can be ordered',
      { quantityPrices: [{ from: 10_000, price: 9 }] },
      'quantityPrices.0.from',
      'maximum',
    ],
    [
      'quantities that do not rise',
      { quantityPrices: [steps[0], { from: 12, price: 8 }] },
      'quantityPrices.1.from',
      'invalid',
    ],
    [
      'prices that do not fall',
      { quantityPrices: [steps[0], { from: 13, price: 8.5 }] },
      'quantityPrices.1.price',
      'invalid',
    ],
    [
      'a first price that is not below',
      { quantityPrices: [{ from: 2, price: 10 }] },
      'quantityPrices.0.price',
      'invalid',
    ],
    [
      'more digits than the currency has',
      { quantityPrices: [{ from: 2, price: 1.555 }] },
      'quantityPrices.0.price',
      'invalid',
    ],
    ['more than five', { quantityPrices: tooMany }, 'quantityPrices', 'max_items'],
    ['a price that is not above', { price: 8.5 }, 'price', 'invalid'],
    ['a minimum of nothing', { minQuantity: 0 }, 'minQuantity', 'minimum'],
    ['a step beyond what can be ordered', { quantityStep: 10_000 }, 'quantityStep', 'maximum'],
    [
      'a variant that follows the price',
      { variants: [{ id: small, quantityPrices: steps }, { id: golden }] },
      'variants.0.quantityPrices',
      'invalid',
    ],
    [
      'one of a variant that is not below its own',
      { variants: [{ id: small }, { id: golden, quantityPrices: [{ from: 2, price: 20 }] }] },
      'variants.1.quantityPrices.0.price',
      'invalid',
    ],
    [
      'the price of a variant that is not above',
      { variants: [{ id: small }, { id: golden, price: 15 }] },
      'variants.1.price',
      'invalid',
    ],
  ]
  for (const [what, body, field, reason] of rejected)
    test(`${what} is 400`, async () => {
      const { status, json } = await shop.put(body)
      assert.deepEqual([status, json.details.field, json.details.reason], [400, field, reason])
    })

  test('what was read can be sent back, and changes nothing', async () => {
    const before = await shop.read()
    const { id: _id, createdAt: _at, updatedAt, ...body } = before
    const { json } = await shop.put(body)
    assert.equal(json.data.updatedAt, updatedAt)
  })

  test('a change is undone whole, and so is that of a variant', async () => {
    const before = await shop.pricesOf()
    await shop.put({
      price: 5,
      quantityPrices: [{ from: 3, price: 4 }],
      variants: [{ id: small }, { id: golden, quantityPrices: [] }],
    })
    assert.deepEqual(await shop.pricesOf(), [
      5,
      [{ from: 3, price: 4 }],
      [
        [5, []],
        [20, []],
      ],
    ])
    assert.equal((await shop.undoNewest()).status, 200)
    assert.deepEqual(await shop.pricesOf(), before)
    assert.equal((await shop.undoNewest()).status, 200)
    assert.equal((await shop.undoNewest()).status, 200)
    assert.deepEqual(await shop.pricesOf(), before)
  })

  test('a percentage moves all of them; one that rounding makes no lower is left out, and it is said', async () => {
    const change = async (body: object) => {
      const rehearsed = await service.post('/api/v1/products/prices', {
        key,
        body: { productIds: [product.id], dryRun: true, ...body },
      })
      const { seen, products } = rehearsed.json.data
      await service.post('/api/v1/products/prices', {
        key,
        body: { productIds: [product.id], seen, ...body },
      })
      return products[0]!.losesQuantityPrices
    }
    assert.equal(await change({ percent: 10 }), false)
    const raised = [
      { from: 12, price: 9.35 },
      { from: 100, price: 7.98 },
    ]
    assert.deepEqual(await shop.pricesOf(), [
      11,
      raised,
      [
        [11, []],
        [22, [{ from: 10, price: 17.05 }]],
      ],
    ])
    assert.equal((await shop.undoNewest()).status, 200)
    assert.equal(await change({ percent: -1, rounding: '5' }), true)
    assert.deepEqual((await shop.pricesOf())[1], [{ from: 100, price: 5 }])
  })

  test('a currency with fewer digits is rejected while one of them has more', async () => {
    const { store, put } = await aShop()
    await put({ quantityPrices: [{ from: 2, price: 9 }], variants: [] })
    const change = () => service.put('/api/v1/store', { key: store.key, body: { currency: 'CLP' } })
    assert.equal((await change()).status, 200)
    const other = await aShop()
    await other.put({ variants: [] })
    const { status, json } = await service.put('/api/v1/store', { key: other.key, body: { currency: 'CLP' } })
    assert.deepEqual([status, json.details.field], [400, 'currency'])
  })
})

suite('a file of our own', () => {
  test('has them, and brings them back; what is no price by quantity refuses its row', async () => {
    const { store, key, pricesOf, put, product } = await aShop()
    const file = (await service.get('/api/v1/exports/products', key)).text
    assert.match(file, /desde 12: 8\.5; desde 100: 7\.25"?,6,2\b/)
    const before = await pricesOf()
    const variants = product.variants.map(({ id }) => ({ id, quantityPrices: [] }))
    await put({ quantityPrices: [], minQuantity: 1, quantityStep: 1, variants })
    await imported(store, file)
    assert.deepEqual(await pricesOf(), before)
    const { minQuantity, quantityStep } = (await service.get(`/api/v1/products/${product.id}`, key)).json.data
    assert.deepEqual([minQuantity, quantityStep], [6, 2])
    for (const wrong of ['12 a 8', 'desde 12: 8 USD', 'desde 12: 1.234,56,7'])
      assert.deepEqual(await refusals(store, file.replace('desde 12: 8.5', wrong)), ['quantityPrices'])
  })
})

async function refusals(store: Store, file: string): Promise<string[]> {
  const { rows } = await imported(store, file, { dryRun: true })
  return rows.flatMap(({ issues }: { issues: { field: string }[] }) => issues.map(({ field }) => field))
}
