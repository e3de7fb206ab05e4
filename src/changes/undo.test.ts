import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { connect } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { activateTheme, publishDraft, saveDraft } from '../themes/draft.ts'
import { rowsRead } from '../../test/rows-read.ts'
import { startService, countByStatus, type Answer } from '../../test/service.ts'
import {
  aCategory,
  aDiscount,
  aKey,
  anAddress,
  anOrder,
  aProduct,
  aShippingOption,
  aStore,
  aWebhook,
  deliveriesOf,
  order,
} from '../../test/factories.ts'
import { listChangeRows } from './list.ts'

const service = await startService()
const { sql } = service

type Store = Awaited<ReturnType<typeof aStore>>

const changesOf = async ({ key }: { key: string }) => (await service.get('/api/v1/changes', key)).json.data
const newest = async (store: { key: string }) => (await changesOf(store))[0]!.id
const undo = ({ key }: { key: string }, id: string) => service.post(`/api/v1/changes/${id}/undo`, { key })

/** All that may be taken back, as the API shows it; when it was last written is another thing. */
async function stateOf({ key }: { key: string }) {
  const paths = [
    'products?status=all&variants=all',
    'categories',
    'discounts',
    'shipping',
    'store',
    'store/themes/lino',
    'store/themes/tinta',
  ]
  const all = await Promise.all(paths.map((path) => service.get(`/api/v1/${path}`, key)))
  return JSON.parse(
    JSON.stringify(
      all.map(({ json }) => json),
      (name, value: unknown) => (['updatedAt', 'draftUpdatedAt', 'url'].includes(name) ? undefined : value),
    ),
  )
}

const attributed = ({ ownerId }: Store) =>
  sql.attributedTo({ changeId: newId(), by: 'panel', accountId: ownerId, keyId: null })

/** One change of a store, of what a number picks; it may be refused, or change nothing. */
const acts: Record<string, (store: Store, pick: number) => Promise<unknown>> = {
  createProduct: ({ key }, n) =>
    service.post('/api/v1/products', {
      key,
      body: {
        name: `Producto ${n}`,
        price: n % 500,
        variants: n % 2 ? [{ name: 'S' }, { name: 'L', price: 7 }] : [],
      },
    }),
  createWithOptions: ({ key }, n) =>
    service.post('/api/v1/products', {
      key,
      body: {
        name: `Prenda ${n}`,
        price: 10,
        options: [{ name: 'Talla', values: ['S', 'M', 'L'] }],
        variants: ['S', 'M'].map((value, i) => ({
          name: value,
          optionValues: [value],
          stock: i ? n % 9 : null,
          imageUrl: i ? `https://fotos.example/${n}.jpg` : null,
        })),
      },
    }),
  changeOptions: async (store, n) => {
    const product = await one(store, 'products?status=all&variants=all', n)
    if (!product) return
    const bodies = [
      { options: [] },
      {
        options: [{ name: `Talla ${n % 3}`, values: ['S', 'M', 'L'] }],
        variants: ['L', 'S'].map((value) => ({
          name: `${value}${n % 4}`,
          optionValues: [value],
          stock: n % 3 ? n % 8 : null,
        })),
      },
      {
        variants: product.variants.map(({ id }) => ({
          id,
          stock: n % 4 ? n % 70 : null,
          imageUrl: null,
        })),
      },
    ]
    return put(store, `products/${product.id}`, bodies[n % bodies.length]!)
  },
  updateProduct: async (store, n) => {
    const product = await one(store, 'products?status=all&variants=all', n)
    const variants = product?.variants.slice(n % 2)
    const bodies = [
      { price: n % 900 },
      { name: `Otro ${n}`, description: n % 3 ? 'Nueva' : null },
      { isActive: n % 2 === 0 },
      {
        variants: [...(variants ?? []), { name: `V${n}` } as Variant].map(({ id, name }) =>
          id ? { id, name: `${name}x`.slice(0, 70) } : { name },
        ),
      },
      { images: [{ url: `https://fotos.example/${n}.jpg`, alt: null }] },
      { slug: `p-${n % 7}` },
    ]
    return product && put(store, `products/${product.id}`, bodies[n % bodies.length]!)
  },
  deleteProduct: (store, n) => remove(store, 'products', n),
  category: async (store, n) => {
    const [product, category] = [
      await one(store, 'products?status=all', n),
      await one(store, 'categories', n),
    ]
    return product && put(store, `products/${product.id}`, { categoryId: category?.id ?? null })
  },
  createCategory: ({ key }, n) =>
    service.post('/api/v1/categories', { key, body: { name: `Categoría ${n}` } }),
  updateCategory: async (store, n) => {
    const category = await one(store, 'categories', n)
    return (
      category &&
      put(store, `categories/${category.id}`, { name: `C${n}`, position: n % 5, isActive: n % 2 === 0 })
    )
  },
  deleteCategory: (store, n) => remove(store, 'categories', n),
  createDiscount: ({ key }, n) =>
    service.post('/api/v1/discounts', {
      key,
      body: { code: `COD-${n % 9}`, type: 'fixed', value: 1 + (n % 50) },
    }),
  updateDiscount: async (store, n) => {
    const discount = await one(store, 'discounts', n)
    return (
      discount &&
      put(store, `discounts/${discount.id}`, {
        value: 1 + (n % 30),
        expiresAt: n % 2 ? '2030-01-01T00:00:00Z' : null,
      })
    )
  },
  deleteDiscount: (store, n) => remove(store, 'discounts', n),
  createShipping: ({ key }, n) =>
    service.post('/api/v1/shipping', { key, body: { name: `Envío ${n}`, price: n % 50 } }),
  updateShipping: async (store, n) => {
    const option = await one(store, 'shipping', n)
    return option && put(store, `shipping/${option.id}`, { price: n % 40, description: `Día ${n}` })
  },
  deleteShipping: (store, n) => remove(store, 'shipping', n),
  updateStore: (store, n) =>
    put(
      store,
      'store',
      n % 2
        ? { name: `Tienda ${n}`, description: null }
        : { whatsappNumber: null, currency: n % 3 ? 'MXN' : 'GTQ' },
    ),
  updateSettings: (store, n) =>
    put(store, 'store', {
      hours: n % 2 ? { mon: [['09:00', '18:00']] } : null,
      minimumOrder: n % 3 ? n % 50 : null,
      address: `Calle ${n % 5}`,
      ordersWhileClosed: n % 2 === 0,
    }),
  theme: (store, n) => activateTheme(attributed(store), store.id, n % 2 ? 'lino' : 'tinta'),
  publish: async (store, n) => {
    await saveDraft(attributed(store), store.id, 'lino', { corners: (n % 10) * 2 })
    return publishDraft(attributed(store), store.id, 'lino')
  },
}

const put = ({ key }: Store, path: string, body: object) => service.put(`/api/v1/${path}`, { key, body })

type Variant = { id?: string; name: string }
type Listed = { id: string; variants: Variant[] }

async function one({ key }: Store, path: string, n: number) {
  const { text } = await service.get(`/api/v1/${path}`, key)
  const { data } = JSON.parse(text) as { data: Listed[] }
  return data[n % data.length]
}

async function remove(store: Store, resource: string, n: number): Promise<Answer | undefined> {
  const found = await one(store, `${resource}${resource === 'products' ? '?status=all' : ''}`, n)
  return found && service.delete(`/api/v1/${resource}/${found.id}`, store.key)
}

suite('any series of changes', () => {
  test('undone in reverse restores the initial state; undoing the undos in reverse restores the final one', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(10_000))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const store = await aStore(service)
        const category = await aCategory(service, store)
        for (const price of [10, 20]) await aProduct(service, store, { price, categoryId: category.id })
        const start = await stateOf(store)
        for (const [act, n] of steps) await acts[act]!(store, n)
        const end = await stateOf(store)
        const done = (await service.get('/api/v1/changes?limit=100', store.key)).json.data.map(
          ({ id }: { id: string }) => id,
        )
        const undoing: string[] = []
        for (const id of done) {
          const { status, json, text } = await undo({ key: await fresh(store) }, id)
          assert.equal(status, 200, text)
          undoing.unshift(json.data.id)
        }
        assert.deepEqual(await stateOf({ key: await fresh(store) }), start)
        const key = await fresh(store)
        for (const id of undoing) assert.equal((await undo({ key }, id)).status, 200)
        assert.deepEqual(await stateOf({ key: await fresh(store) }), end)
      }),
      { numRuns: 12 },
    )
  })
})

/** Another key, which has asked nothing yet. */
const fresh = (store: Store) => aKey(service, { storeId: store.id, accountId: store.ownerId })

suite('POST /api/v1/changes/:id/undo', () => {
  test('is recorded as a change that refers to the original, and vice versa', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100, name: 'Café' })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    const { json } = await undo(store, id)
    assert.deepEqual([json.data.undoes, json.data.by, json.data.canUndo], [id, 'api', true])
    assert.deepEqual(
      (await changesOf(store)).map(({ summary, undoneBy, canUndo }: Record<string, unknown>) => [
        summary,
        undoneBy,
        canUndo,
      ]),
      [
        ['Una clave de API deshizo un cambio: cambió el precio de Café de 120 a 100', null, true],
        ['Una clave de API cambió el precio de Café de 100 a 120', json.data.id, false],
      ],
    )
    const again = await undo(store, id)
    assert.deepEqual(
      [again.status, again.json.code, again.json.details.undoneBy],
      [409, 'NOT_UNDOABLE', json.data.id],
    )
    await undo(store, json.data.id)
    const first = (await service.get(`/api/v1/changes/${id}`, store.key)).json.data
    assert.deepEqual([first.undoneBy, first.canUndo], [null, true])
    assert.equal((await service.get(`/api/v1/products/${product.id}`, store.key)).json.data.price, 120)
  })

  test('409 with the difference when the row has changed since, and nothing is written', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100, name: 'Café' })
    await put(store, `products/${product.id}`, { price: 120, description: 'De altura' })
    const id = await newest(store)
    await put(store, `products/${product.id}`, { price: 130 })
    const before = await stateOf(store)
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
    assert.deepEqual(json.details.difference, [
      {
        resource: 'product',
        id: product.id,
        name: 'Café',
        field: 'price',
        before: 100,
        after: 120,
        current: 130,
      },
    ])
    assert.deepEqual(await stateOf(store), before)
    assert.equal((await changesOf(store)).length, 2)
  })

  test('409 when the changed row was deleted since, or the deleted row exists again', async () => {
    const store = await aStore(service)
    const [product, discount] = [
      await aProduct(service, store),
      await aDiscount(service, store, { code: 'HOLA' }),
    ]
    await put(store, `products/${product.id}`, { price: 1 })
    const changed = await newest(store)
    await service.delete(`/api/v1/products/${product.id}`, store.key)
    assert.equal((await undo(store, changed)).json.code, 'CHANGED_SINCE')

    await service.delete(`/api/v1/discounts/${discount.id}`, store.key)
    const deleted = await newest(store)
    await aDiscount(service, store, { code: 'HOLA' })
    const { status, json } = await undo(store, deleted)
    assert.deepEqual([status, json.code], [409, 'DUPLICATE_CODE'])
  })

  test('keeps later changes of other fields', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    await put(store, `products/${product.id}`, { description: 'De altura' })
    assert.equal((await undo(store, id)).status, 200)
    const { data } = (await service.get(`/api/v1/products/${product.id}`, store.key)).json
    assert.deepEqual([data.price, data.description], [100, 'De altura'])
  })

  test('restores a category with its products, one event each, and the search finds them by it', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const category = await aCategory(service, store, { name: 'Orígenes' })
    for (const name of ['Café', 'Miel']) await aProduct(service, store, { name, categoryId: category.id })
    await service.delete(`/api/v1/categories/${category.id}`, store.key)
    const events = (await deliveriesOf(service, store)).length
    assert.equal((await undo(store, await newest(store))).status, 200)
    const sent = (await deliveriesOf(service, store)).slice(events)
    assert.deepEqual(sent.map(({ event, payload }) => [event, payload['categoryId']]), [
      ['product.updated', category.id],
      ['product.updated', category.id],
    ]) // prettier-ignore
    const { data } = (await service.get('/api/v1/categories', store.key)).json
    assert.deepEqual([data[0]!.id, data[0]!.productCount], [category.id, 2])
    assert.equal((await service.get('/api/v1/products?search=origenes', store.key)).json.total, 2)
  })

  test('updates list totals, and sends events for restored and deleted products', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const { json } = await service.post('/api/v1/products', {
      key: store.key,
      body: { name: 'Café', price: 10 },
    })
    const total = async () => (await service.get('/api/v1/products', store.key)).json.total
    const made = await undo(store, await newest(store))
    assert.equal(await total(), 0)
    await undo(store, made.json.data.id)
    assert.equal(await total(), 1)
    const sent = (await deliveriesOf(service, store)).map(({ event, subjectId }) => [event, subjectId])
    const { id } = json.data
    assert.deepEqual(sent, [['product.created', id], ['product.deleted', id], ['product.updated', id]]) // prettier-ignore
  })

  test('extends the expiry of the pictures of restored variants', async () => {
    const store = await aStore(service)
    const id = newId()
    const url = `${service.url}/media/${store.id}/fotos/${id}.jpg`
    await sql`
      insert into pictures (store_id, id, source_hash, type, width, height, body, expires_at)
      values (${store.id}, ${id}, ${Buffer.from(id)}, 'image/jpeg', 1, 1, ${Buffer.from('x')}, now() + interval '1 day')`
    const { id: product } = await aProduct(service, store, {
      variants: [{ name: 'S', imageUrl: url }, { name: 'L' }],
    })
    await put(store, `products/${product}`, { variants: [{ name: 'Otra' }] })
    await sql`update pictures set expires_at = now() where store_id = ${store.id}`
    assert.equal((await undo(store, await newest(store))).status, 200)
    const [due] = await sql<[{ later: boolean }]>`
      select expires_at > now() + interval '29 days' as later from pictures where store_id = ${store.id}`
    assert.equal(due.later, true)
  })

  test('of a change that 0.3.0 recorded, with the whole variants of the product, restores them', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'L' }] })
    const variantsOf = async () => {
      const [row] = await sql<[{ variants: { id: string; name: string }[] }]>`
        select variants from products where store_id = ${store.id} and id = ${product.id}`
      return row.variants
    }
    const before = await variantsOf()
    const [small, large] = before
    await put(store, `products/${product.id}`, { variants: [{ id: large!.id, name: 'XL' }, { name: 'M' }] })
    const after = await variantsOf()
    const id = await newest(store)
    const { count } = await sql`
      update change_rows
      set
        before = before - 'variants_md5' || jsonb_build_object('variants', ${sql.json(before)}::jsonb),
        after = after - 'variants_md5' || jsonb_build_object('variants', ${sql.json(after)}::jsonb)
      where store_id = ${store.id} and change_id = ${id} and table_name = 'products'`
    assert.equal(count, 1)
    const [change] = await changesOf(store)
    assert.equal((change!.items[0]!.after!['variants'] as unknown[]).length, 2)
    const undone = await undo(store, id)
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual(
      (await variantsOf()).map((one) => [one.id, one.name]),
      [
        [small!.id, 'S'],
        [large!.id, 'L'],
      ],
    )
    assert.equal((await undo(store, undone.json.data.id)).status, 200)
    assert.deepEqual(await variantsOf(), after)
  })

  test('of variants fails where another one was added since', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'L' }] })
    const [small, large] = variants.map((one) => ({ id: one.id }))
    await put(store, `products/${id}`, { variants: [{ ...small, name: 'XS' }, large] })
    const change = await newest(store)
    await put(store, `products/${id}`, { variants: [small, large, { name: 'XL' }] })
    const { status, json } = await undo(store, change)
    assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
    const [{ field, current }] = json.details['difference'] as [{ field: string; current: unknown[] }]
    assert.deepEqual([field, current.length], ['variants', 3])
  })

  test('of more variants than an undo may lock fails with an alternative', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await put(store, `products/${product.id}`, { variants: [{ name: 'S', stock: 1 }] })
    const id = await newest(store)
    await sql`
      insert into change_rows (store_id, change_id, table_name, row_id, before, after)
      select ${store.id}, ${id}, 'variants', 'v' || n, '{"stock": 1}', '{"stock": 2}'
      from generate_series(1, 2000) as n`
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code], [409, 'NOT_UNDOABLE'])
    assert.match(json.error, /muy grande/)
    assert.equal((await service.get(`/api/v1/changes/${id}`, store.key)).json.data.canUndo, false)
  })

  test('403 past the cap of the plan', async () => {
    const store = await aStore(service, { plan: 'free' })
    const first = await aShippingOption(service, store)
    for (let n = 0; n < 4; n++) await aShippingOption(service, store)
    await service.delete(`/api/v1/shipping/${first.id}`, store.key)
    const id = await newest(store)
    await aShippingOption(service, store)
    const { status, json } = await undo(store, id)
    assert.deepEqual([status, json.code, json.resource], [403, 'PLAN_LIMIT_REACHED', 'shippingOptions'])
  })

  test('409 after 30 days, and on changes other than of the catalog and settings', async () => {
    const store = await aStore(service)
    await aShippingOption(service, store)
    const old = await newest(store)
    await sql`update changes set created_at = now() - interval '31 days' where store_id = ${store.id}`
    const body = {
      url: 'https://avisos.example/',
      events: ['order.created'],
      secret: `whsec_${'A'.repeat(32)}`,
    }
    await service.post('/api/v1/store/webhooks', { key: store.key, body })
    for (const id of [old, await newest(store)]) {
      const { status, json } = await undo(store, id)
      assert.deepEqual([status, json.code], [409, 'NOT_UNDOABLE'])
      assert.equal((await service.get(`/api/v1/changes/${id}`, store.key)).json.data.canUndo, false)
    }
  })

  test('restores the slug of a store, and reserves the later one', async () => {
    const store = await aStore(service)
    const slug = `otra-${newId().slice(0, 8)}`
    await put(store, 'store', { slug })
    assert.equal((await undo(store, await newest(store))).status, 200)
    assert.equal((await service.get('/api/v1/store', store.key)).json.data.slug, store.slug)
    assert.equal(
      (await service.get(`/api/check-slug?slug=${slug}`, undefined, anAddress())).json.available,
      false,
    )
  })

  test('of settings does not wait for concurrent orders', async () => {
    const store = await aStore(service)
    await service.put('/api/v1/store', { key: store.key, body: { name: 'Otro nombre' } })
    const id = await newest(store)
    await sql.begin(async (tx) => {
      await tx`select from stores where id = ${store.id} for key share` // as an order holds it until it commits
      const { status, text } = await undo(store, id)
      assert.equal(status, 200, text)
    })
  })

  test('by concurrent requests runs once', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    await put(store, `products/${product.id}`, { price: 120 })
    const id = await newest(store)
    const all = await Promise.all(Array.from({ length: 6 }, () => undo(store, id)))
    assert.deepEqual(countByStatus(all), { 200: 1, 409: 5 })
  })

  test('leaves usedCount of a discount unchanged', async () => {
    const store = await aStore(service)
    const discount = await aDiscount(service, store, { code: 'HOLA', value: 10 })
    await put(store, `discounts/${discount.id}`, { value: 20 })
    const id = await newest(store)
    const { variants } = await aProduct(service, store)
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), discountCode: 'HOLA' }
    assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    assert.equal((await undo(store, id)).status, 200)
    const { data } = (await service.get(`/api/v1/discounts/${discount.id}`, store.key)).json
    assert.deepEqual([data.value, data.usedCount], [10, 1])
  })

  test('of a deleted discount counts no use of an order that was cancelled meanwhile', async () => {
    const store = await aStore(service)
    const discount = await aDiscount(service, store, { code: 'HOLA', value: 10, maxUses: 3 })
    const { variants } = await aProduct(service, store)
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const place = () => order(service, { ...anOrder(store, items), discountCode: 'HOLA' })
    const [before, meanwhile] = [(await place()).json.id, (await place()).json.id]
    await place()
    await put(store, `orders/${before}`, { status: 'cancelled' })
    await service.delete(`/api/v1/discounts/${discount.id}`, store.key)
    const id = await newest(store)
    await put(store, `orders/${meanwhile}`, { status: 'cancelled' })
    assert.equal((await undo(store, id)).status, 200)
    assert.equal((await service.get(`/api/v1/discounts/${discount.id}`, store.key)).json.data.usedCount, 1)
  })
})

suite('GET /api/v1/changes', () => {
  test('filters by resource, actor, channel and time, with the total', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await put(store, `products/${product.id}`, { price: 1 })
    await put(store, `products/${product.id}`, { variants: [{ name: 'S' }, { name: 'L' }] })
    await aShippingOption(service, store)
    const total = async (query: string) =>
      (await service.get(`/api/v1/changes?${query}`, store.key)).json.total
    const at = encodeURIComponent((await changesOf(store))[0]!.createdAt)
    const expected: [query: string, total: number][] = [
      ['', 3], ['resource=product', 2], ['resource=variant', 1], [`resourceId=${product.id}`, 2], ['by=api', 3],
      ['by=panel', 0], [`accountId=${store.ownerId}`, 3], ['accountId=otra', 0], [`from=${at}`, 1], [`to=${at}`, 2],
      ['limit=1&offset=2', 3],
    ] // prettier-ignore
    for (const [query, count] of expected) assert.equal(await total(query), count, query)
  })

  test('formats times as the rest of the API does, also in conflicts', async () => {
    const store = await aStore(service)
    await put(store, 'store', { closedUntil: '2030-01-01T06:00:00-06:00' })
    const [change] = await changesOf(store)
    assert.deepEqual(change!.items[0]!.after, { closedUntil: '2030-01-01T12:00:00.000Z' })
    await put(store, 'store', { closedUntil: '2030-02-01T12:00:00Z' })
    const { json } = await undo(store, change!.id)
    const [{ before, after, current }] = json.details['difference'] as [Record<string, unknown>]
    assert.deepEqual([before, after, current], [null, '2030-01-01T12:00:00.000Z', '2030-02-01T12:00:00.000Z'])
  })

  test('shows no internal columns of a webhook, and describes an origin in words', async () => {
    const store = await aStore(service)
    const secret = (fill: string) => `whsec_${fill.repeat(32)}`
    const body = { url: 'https://avisos.example/', events: ['order.created'], secret: secret('A') }
    const { data } = (await service.post('/api/v1/store/webhooks', { key: store.key, body })).json
    const path = `/api/v1/store/webhooks/${data.id}/rotate-secret` as const
    await service.post(path, { key: store.key, body: { secret: secret('B') } })
    await put(store, 'store', { allowedOrigins: ['https://mia.example'] })
    const [origins, rotated] = await changesOf(store)
    assert.equal(rotated!.summary, 'Una clave de API cambió el secreto de un webhook')
    assert.deepEqual(
      [rotated!.items[0]!.before, rotated!.items[0]!.after],
      [{ secret: null }, { secret: null }],
    )
    assert.equal(origins!.summary, 'Una clave de API cambió los sitios que pueden usar la API de la tienda')
  })

  test('shows a product with its variants, and created resources in full', async () => {
    const store = await aStore(service)
    const body = { name: 'Café', price: 10, variants: [{ name: 'S' }, { name: 'L' }] }
    await service.post('/api/v1/products', { key: store.key, body })
    const [change] = await changesOf(store)
    assert.deepEqual([change!.summary, change!.itemCount], ['Una clave de API creó el producto Café', 1])
    assert.equal(change!.items.length, 1)
    assert.equal((change!.items[0]!.after!['variants'] as unknown[]).length, 2)
  })

  test('reads only the rows of its page, whatever other stores have changed', async (t) => {
    const store = await aStore(service)
    const other = await aStore(service)
    // So many of the store too, because a partition with one page of rows is rightly read whole.
    for (const { id, count } of [
      { id: store.id, count: 3_000 },
      { id: other.id, count: 5_000 },
    ]) {
      await sql`
        with made as (
          insert into changes (store_id, id, by, created_at)
          select ${id}, 'c' || n, 'api', now() - make_interval(secs => n) from generate_series(1, ${count}::int) as n
          returning id
        )
        insert into change_rows (store_id, change_id, table_name, row_id, before, after)
        select ${id}, id, 'products', 'p', '{"price": 1}', '{"price": 2}' from made`
    }
    await sql`analyze changes, change_rows`
    const pool = connect(service.databaseUrl, { max: 1 })
    t.after(() => pool.end())
    const read = await rowsRead(pool, 'change_rows', async (tx) => {
      const { data } = await listChangeRows(tx, store.id, { limit: 20, offset: 0 })
      assert.deepEqual(new Set(data.map(({ whole }) => whole.isUndoable)), new Set([true]))
    })
    assert.ok(read <= 20 * 2, `${read}`) // the one row of each change, as a whole and as one of the first
  })
})

test('GET /api/v1/changes/:id returns the same object as the list, 404 on an unknown change', async () => {
  const store = await aStore(service)
  await aShippingOption(service, store)
  const [change] = await changesOf(store)
  const { json } = await service.get(`/api/v1/changes/${change!.id}`, store.key)
  assert.deepEqual(json.data, change)
  assert.equal((await service.get('/api/v1/changes/nada', store.key)).status, 404)
})
