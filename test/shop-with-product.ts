import assert from 'node:assert/strict'
import { aProduct, aStore } from './factories.ts'
import type { Service } from './service.ts'

type Overrides = { price?: number; name?: string }

/** Stores with one product to order, their settings and their orders. */
export function shopsOn(service: Service) {
  /** A store with one product, and the line of an order for it. */
  async function aShop(overrides: Parameters<typeof aStore>[1] = {}, product: Overrides = {}) {
    const store = await aStore(service, overrides)
    const { id, variants } = await aProduct(service, store, product)
    const variantId = variants[0]!.id
    return { store, productId: id, variantId, items: [{ variantId, quantity: 1 }] }
  }

  const read = async (store: { key: string }, id: string) =>
    (await service.get(`/api/v1/orders/${id}`, store.key)).json.data

  /** Changes the store's settings. */
  async function set({ key }: { key: string }, settings: object) {
    const { status, text } = await service.put('/api/v1/store', { key, body: settings })
    assert.equal(status, 200, text)
  }

  return { aShop, read, set }
}
