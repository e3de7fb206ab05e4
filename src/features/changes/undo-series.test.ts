import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../core/values/id.ts'
import { activateTheme, publishDraft, saveDraft } from '../themes/draft.ts'
import { startService, type Answer } from '../../../test/service.ts'
import { aCategory, aKey, aProduct, aStore } from '../../../test/factories.ts'
import { changesOn, type Store, type Variant } from '../../../test/changes.ts'

const service = await startService()
const { undo, stateOf, put, one } = changesOn(service)
const { sql } = service

const attributed = ({ ownerId }: Store) =>
  sql.attributedTo({ changeId: newId(), by: 'panel', accountId: ownerId, keyId: null })

/** One change of a store, of what a number picks; it may be rejected, or change nothing. */
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

async function remove(store: Store, resource: string, n: number): Promise<Answer | undefined> {
  const found = await one(store, `${resource}${resource === 'products' ? '?status=all' : ''}`, n)
  return found && service.delete(`/api/v1/${resource}/${found.id}`, store.key)
}

suite('any series of changes', () => {
  test('a series of changes undone in reverse restores the initial state, and its undos undone the final one', async () => {
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

/** Another key, which has sent no request yet. */
const fresh = (store: Store) => aKey(service, { storeId: store.id, accountId: store.ownerId })
