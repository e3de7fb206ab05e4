import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

const post = (key: string, body: unknown, headers = {}) =>
  service.post('/api/v1/products', { key, body, headers })
const named = (name: string, more = {}) => ({ name, price: 100, ...more })

suite('POST /api/v1/products', () => {
  test('201: stores all fields, has a Location, and returns the same as GET', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store)
    const made = await post(store.key, {
      name: '  Café de altura ',
      price: 85.5,
      comparePrice: 99.95,
      sku: 'CAF-1',
      gtin: '7501031311309',
      brand: 'Injerto',
      description: 'Tostado medio.\nNotas de cacao.',
      imageUrl: 'https://ejemplo.test/cafe.jpg',
      categoryId: category.id,
      isActive: true,
      quantityPrices: [{ from: 12, price: 80.25 }],
      minQuantity: 2,
      quantityStep: 3,
      slug: 'cafe',
      variants: [{ name: '250 g' }, { name: '500 g', price: 160.25 }, { name: '1 kg', isActive: false }],
    })
    assert.equal(made.status, 201, made.text)
    const { id, variants, createdAt, updatedAt, ...rest } = made.json.data
    assert.equal(made.headers.get('location'), `/api/v1/products/${id}`)
    assert.deepEqual(rest, {
      name: 'Café de altura',
      slug: 'cafe',
      description: 'Tostado medio.\nNotas de cacao.',
      price: 85.5,
      comparePrice: 99.95,
      quantityPrices: [{ from: 12, price: 80.25 }],
      minQuantity: 2,
      quantityStep: 3,
      sku: 'CAF-1',
      gtin: '7501031311309',
      brand: 'Injerto',
      imageUrl: 'https://ejemplo.test/cafe.jpg',
      images: [{ url: 'https://ejemplo.test/cafe.jpg', alt: null }],
      isActive: true,
      categoryId: category.id,
      modifierGroupIds: [],
      options: [],
      modifierGroups: [],
    })
    assert.deepEqual(
      variants.map(({ name, price, isActive }: Record<string, unknown>) => [name, price, isActive]),
      [
        ['250 g', 85.5, true],
        ['500 g', 160.25, true],
      ],
    )
    assert.equal(updatedAt, createdAt)
    const read = await service.get(`/api/v1/products/${id}`, store.key)
    assert.deepEqual(read.json, made.json)
  })

  test('a product without variants has the default one, at its price', async () => {
    const store = await aStore(service)
    for (const variants of [undefined, []]) {
      const { json } = await post(store.key, { name: `Taza ${variants?.length}`, price: 35, variants })
      assert.equal(json.data.variants.length, 1)
      assert.equal(json.data.variants[0]!.name, 'Única')
      assert.equal(json.data.variants[0]!.price, 35)
    }
  })

  test('a product whose variants are all inactive returns none', async () => {
    const store = await aStore(service)
    const { json } = await post(store.key, named('Gorra', { variants: [{ name: 'M', isActive: false }] }))
    assert.deepEqual(json.data.variants, [])
    const all = await service.get(`/api/v1/products/${json.data.id}?variants=all`, store.key)
    assert.deepEqual(
      all.json.data.variants.map((each: { name: string }) => each.name),
      ['M'],
    )
  })

  test('accepts a name of surrogate pairs', async () => {
    const store = await aStore(service)
    const name = `𝓒𝓪𝓯𝓮𝓼 ${'𝓪'.repeat(45)}`
    const body = { name, price: 1, variants: [{ name: '𝓖𝓻𝓪𝓷𝓭𝓮' }] }
    const { status, json, text } = await service.post('/api/v1/products', { key: store.key, body })
    assert.deepEqual([status, json?.data?.name], [201, name], text)
  })

  test('derives the slug from the name', async () => {
    const store = await aStore(service)
    for (const [name, slug] of [
      ['Café Ñandú (1 kg)', /^cafe-nandu-1-kg$/],
      ['🎁🎁', /^producto-[a-z0-9]{8}$/],
      ['咖啡', /^producto-[a-z0-9]{8}$/],
      ['茶', /^producto-[a-z0-9]{8}$/],
      ['a'.repeat(120), /^a{120}$/],
    ] as const) {
      const { json } = await post(store.key, named(name))
      assert.match(json.data.slug, slug)
    }
  })

  test('409 on a slug in use, sent or generated, with a free alternative', async () => {
    const store = await aStore(service)
    await post(store.key, named('Café'))
    await post(store.key, named('Otro', { slug: 'cafe-2' }))
    for (const body of [named('CAFÉ'), named('Té', { slug: 'cafe' })]) {
      const refused = await post(store.key, body)
      assert.equal(refused.status, 409)
      assert.equal(refused.json.code, 'DUPLICATE_SLUG')
      assert.deepEqual(refused.json.details, { suggestion: 'cafe-3' })
    }
    const long = 'z'.repeat(120)
    await post(store.key, named('Largo', { slug: long }))
    const { suggestion } = (await post(store.key, named('Largo', { slug: long }))).json.details
    assert.equal(suggestion, `${'z'.repeat(118)}-2`)
    assert.equal((await post(store.key, named('Largo', { slug: suggestion }))).status, 201)
  })

  test('a slug of another store or of a deleted product is available', async () => {
    const store = await aStore(service)
    const { json } = await post(store.key, named('Café'))
    assert.equal((await post((await aStore(service)).key, named('Café'))).status, 201)
    await service.delete(`/api/v1/products/${json.data.id}`, store.key)
    assert.equal((await post(store.key, named('Café'))).status, 201)
  })

  test('of twenty concurrent requests with one slug, one succeeds and the others are 409 with a free alternative', async () => {
    const store = await aStore(service)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(store.key, named('Café'))))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 19)
    assert.ok(refused.every(({ json }) => json.details.suggestion === 'cafe-2'))
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)
  })

  test('amounts are exact, with no more digits than the currency has', async () => {
    const clp = await aStore(service, { currency: 'CLP' })
    const mxn = await aStore(service, { currency: 'MXN' })
    for (const [store, body, field] of [
      [clp, { name: 'Mate', price: 10.5 }, 'price'],
      [mxn, { name: 'Mate', price: 19.999 }, 'price'],
      [mxn, { name: 'Mate', price: 10, comparePrice: 10.001 }, 'comparePrice'],
      [
        clp,
        { name: 'Mate', price: 10, variants: [{ name: 'A' }, { name: 'B', price: 9.9 }] },
        'variants.1.price',
      ],
    ] as const) {
      const refused = await post(store.key, body)
      assert.equal(refused.status, 400)
      assert.equal(refused.json.details.field, field)
    }
    for (const price of [19.99, 0.1, 0.07, 0, 999_999_999.99]) {
      const { json } = await post(mxn.key, { name: `Mate a ${price}`, price })
      assert.equal(json.data.price, price)
    }
  })

  test('400 names the field and the reason', async () => {
    const store = await aStore(service)
    const strangers = await aCategory(service, await aStore(service))
    const variant = (await aProduct(service, store)).variants[0]!
    for (const [body, field, reason] of [
      [{ price: 1 }, 'name', 'required'],
      [{ name: 'A' }, 'price', 'required'],
      [{ name: ' ', price: 1 }, 'name', 'min_length'],
      [{ name: 'A\u0000', price: 1 }, 'name', 'invalid'],
      [{ name: 'a'.repeat(121), price: 1 }, 'name', 'max_length'],
      [{ name: 'A', price: '1' }, 'price', 'type'],
      [{ name: 'A', price: -1 }, 'price', 'minimum'],
      [{ name: 'A', price: 1e9 }, 'price', 'maximum'],
      [{ name: 'A', price: 5, comparePrice: 5 }, 'comparePrice', 'minimum'],
      [{ name: 'A', price: 5, comparePrice: 0 }, 'comparePrice', 'minimum'],
      [{ name: 'A', price: 1, imageUrl: 'http://ejemplo.test/a.jpg' }, 'imageUrl', 'pattern'],
      [{ name: 'A', price: 1, imageUrl: 'https://' }, 'imageUrl', 'format'],
      [{ name: 'A', price: 1, slug: 'Con Espacios' }, 'slug', 'pattern'],
      [{ name: 'A', price: 1, slug: '' }, 'slug', 'min_length'],
      [{ name: 'A', price: 1, color: 'rojo' }, 'color', 'unknown_field'],
      [{ name: 'A', price: 1, categoryId: strangers.id }, 'categoryId', 'not_found'],
      [{ name: 'A', price: 1, categoryId: 'ninguna' }, 'categoryId', 'not_found'],
      [{ name: 'A', price: 1, variants: [{ price: 1 }] }, 'variants.0.name', 'required'],
      [
        { name: 'A', price: 1, variants: [{ name: 'M' }, { id: variant.id, name: 'L' }] },
        'variants.1.id',
        'not_found',
      ],
      [
        { name: 'A', price: 1, variants: Array.from({ length: 101 }, () => ({ name: 'M' })) },
        'variants',
        'max_items',
      ],
    ] as const) {
      const refused = await post(store.key, body)
      assert.equal(refused.status, 400, JSON.stringify(body))
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    }
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)
  })

  test('403 past the cap of the plan, also for concurrent requests', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 48; n++) await aProduct(service, store, { isActive: n % 2 === 0 })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => post(store.key, named(`Café ${n}`))),
    )
    assert.deepEqual(
      answers
        .map(({ status }) => String(status))
        .toSorted()
        .join(' '),
      '201 201 403 403 403 403',
    )
    const { upgradeUrl, message, ...refused } = answers.find(({ status }) => status === 403)!.json
    assert.deepEqual(refused, {
      error: 'plan_limit_reached',
      code: 'PLAN_LIMIT_REACHED',
      resource: 'products',
      limit: 50,
      used: 50,
    })
    assert.ok(upgradeUrl && message)
  })

  test('403 without the scope, 401 without a key', async () => {
    const store = await aStore(service, { scopes: ['products:read'] })
    const refused = await post(store.key, named('Café'))
    assert.equal(refused.status, 403)
    assert.deepEqual(refused.json.details, { requiredScope: 'products:write' })
    assert.equal((await service.post('/api/v1/products', { body: named('Café') })).status, 401)
  })

  test('sends one event, with the same object as GET; a failed request sends none', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const { json } = await post(store.key, named('Café'))
    await post(store.key, named('Café'))
    assert.deepEqual(await deliveriesOf(service, store), [
      { event: 'product.created', subjectId: json.data.id, payload: json.data },
    ])
  })

  test('the same Idempotency-Key creates one product and returns the first response', async () => {
    const store = await aStore(service)
    const headers = { 'idempotency-key': 'un-cafe' }
    const first = await post(store.key, named('Café'), headers)
    const again = await post(store.key, named('Café'), headers)
    assert.equal(first.status, 201)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.deepEqual(again.json, first.json)
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)

    const duplicate = { 'idempotency-key': 'otro-cafe' }
    assert.equal((await post(store.key, named('Café'), duplicate)).status, 409)
    assert.equal((await post(store.key, named('Café'), duplicate)).status, 409)
  })
})
