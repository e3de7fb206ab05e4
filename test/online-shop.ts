import { aMember } from './panel.ts'
import { anAddress, anOrder, aProduct } from './factories.ts'
import type { startMercadoPago } from './mercadopago.ts'
import type { Service } from './service.ts'

type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>

/** A shop, in Mexico where not said otherwise, whose owner has connected her Mercado Pago account. */
export async function aMercadoPagoShop(
  service: Service,
  mercadoPago: MercadoPago,
  { account, currency = 'MXN' }: { account?: number | undefined; currency?: string } = {},
) {
  const { store, base, person } = await aMember(service, 'OWNER', { currency })
  const started = await person.post(`${base}/pagos/conectar/mercadopago`)
  const back = new URL(mercadoPago.authorize(started.location!, account))
  await person.get(back.pathname + back.search)
  const [row] = await service.sql<[{ accountId: string }]>`
    select account_id from payment_accounts where store_id = ${store.id} and id = 'mercadopago'`
  return {
    store,
    base,
    person,
    account: Number(row.accountId),
    ...(await shopOf(service, store, 'mercadopago')),
  }
}

/** Its product, and how it is ordered to be paid with the provider. */
export async function shopOf(
  service: Service,
  store: { id: string; key: string },
  kind: 'mercadopago' | 'stripe',
) {
  const { variants } = await aProduct(service, store, { price: 250.5 })
  const [method] = await service.sql<[{ id: string }]>`
    select id from payment_methods where store_id = ${store.id} and kind = ${kind}`
  const place = (headers: Record<string, string> = {}, quantity = 1) =>
    service.post('/api/orders', {
      headers: { ...anAddress(), ...headers },
      body: {
        ...anOrder(store, [{ variantId: variants[0]!.id, quantity }]),
        paymentMethodId: method.id,
      },
    })
  const read = async (id: string) => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
  /** The reasons of the payments that the owner has to look at. */
  const problems = async () => {
    const rows = await service.sql<{ reason: string }[]>`
      select reason from payment_problems where store_id = ${store.id} and resolved_at is null order by created_at`
    return rows.map(({ reason }) => reason)
  }
  /** Nothing is left to read from a provider. */
  const isQuiet = async () => {
    const waiting = await service.sql`
      select 1 from deliveries where store_id = ${store.id} and kind = 'payment' and state = 'waiting'`
    return waiting.length === 0
  }
  return { place, read, problems, isQuiet, methodId: method.id }
}
