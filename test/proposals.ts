import { decideProposal } from '../src/features/orders/decide-proposal.ts'
import { anOrder, aProduct, aStore, order } from './factories.ts'
import type { Service } from './service.ts'

type Wanted = [variantId: string, quantity: number][]

const toItems = (wanted: Wanted) => wanted.map(([variantId, quantity]) => ({ variantId, quantity }))

/** A store with a coffee at 10 and a honey at 25, with these stocks, and what tests do with its orders. */
export async function aShopForChanges(service: Service, stock: number | null = 10) {
  const store = await aStore(service)
  const coffee = await aProduct(service, store, { price: 10, variants: [{ name: 'Única', stock }] })
  const honey = await aProduct(service, store, { price: 25, variants: [{ name: 'Única', stock }] })
  const [a, b] = [coffee.variants[0]!.id, honey.variants[0]!.id]
  const key = store.key
  const at = async (id: string) => (await service.get(`/api/v1/orders/${id}`, key)).json.data
  return {
    store,
    coffee,
    honey,
    a,
    b,
    read: at,
    buy: async (wanted: Wanted, overrides: object = {}) => {
      const placed = await order(service, { ...anOrder(store, toItems(wanted)), ...overrides })
      if (placed.status !== 201) throw new Error(placed.text)
      return placed.json.id
    },
    propose: (id: string, wanted: Wanted, message?: string) =>
      service.post(`/api/v1/orders/${id}/proposal`, {
        key,
        body: { items: toItems(wanted), ...(message && { message }) },
      }),
    withdraw: (id: string) => service.delete(`/api/v1/orders/${id}/proposal`, key),
    move: (id: string, status: string) => service.put(`/api/v1/orders/${id}`, { key, body: { status } }),
    pay: (id: string) => service.post(`/api/v1/orders/${id}/payment`, { key, body: { state: 'PAID' } }),
    decide: async (id: string, isAccepted = true) => {
      const { proposal } = await at(id)
      return decideProposal(service.sql, store.id, id, { sentAt: proposal!.sentAt, isAccepted })
    },
    stocks: async () => {
      const rows = await service.sql<{ id: string; stock: number | null }[]>`
        select id, stock from variants where store_id = ${store.id} and id = any(${[a, b]}::text[])`
      return [a, b].map((id) => rows.find((row) => row.id === id)!.stock)
    },
  }
}
export type ShopForChanges = Awaited<ReturnType<typeof aShopForChanges>>
