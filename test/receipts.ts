import { aMethod, anAddress, aPhone, aProduct, aStore } from './factories.ts'
import { drawReceipt, someReceipt, type ReceiptFacts } from './receipt-pictures.ts'
import type { Service } from './service.ts'

type Store = { id: string; key: string }

/** A store that is paid by transfer, and what places orders there. */
export async function aPaidStore(service: Service, overrides: Parameters<typeof aStore>[1] = {}) {
  const store = await aStore(service, overrides)
  const method = await aMethod(service, store)
  const product = await aProduct(service, store, { price: 100 })
  return {
    store,
    method,
    product,
    place: (paymentMethodId: string | null = method.id) => place(service, store, product, paymentMethodId),
  }
}

export type ToPay = { id: string; orderNumber: string; token: string; path: string }

async function place(
  service: Service,
  store: Store,
  product: { variants: { id: string }[] },
  paymentMethodId: string | null,
): Promise<ToPay> {
  const body = {
    storeId: store.id,
    name: 'Ana Pérez',
    phone: aPhone(),
    items: [{ variantId: product.variants[0]!.id, quantity: 1 }],
    ...(paymentMethodId && { paymentMethodId }),
  }
  const { status, json, text } = await service.post('/api/orders', { body, headers: anAddress() })
  if (status !== 201) throw new Error(text)
  const path = new URL(json.trackingUrl).pathname
  return { id: json.id, orderNumber: json.orderNumber, token: path.split('/').at(-1)!, path }
}

/** A receipt's picture; other facts make it another receipt of the same bank. */
export const aReceipt = (facts: Partial<ReceiptFacts> = {}) =>
  drawReceipt({ ...someReceipt, ...facts })
    .png({ compressionLevel: 2 })
    .toBuffer()

type Sent = { type?: string; token?: string; key?: string; headers?: Record<string, string> }

/** `POST /api/orders/receipt`, from an address of its own. */
export async function sendReceipt(
  service: Service,
  order: { token: string },
  file: Buffer | null,
  { type = 'image/png', token = order.token, key, headers = anAddress() }: Sent = {},
) {
  const body = new FormData()
  if (token) body.set('token', token)
  if (file) body.set('file', new Blob([new Uint8Array(file)], { type }), 'comprobante')
  const response = await fetch(`${service.url}/api/orders/receipt`, {
    method: 'POST',
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    body,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- each test names the shape that it expects
  return { status: response.status, headers: response.headers, json: (await response.json()) as any }
}

/** The payment of an order as the API has it. */
export async function paymentOf(service: Service, store: Store, { id }: { id: string }) {
  const { json } = await service.get(`/api/v1/orders/${id}`, store.key)
  // oxlint-disable-next-line typescript/no-explicit-any -- each test names the shape that it expects
  return (json as any).data.payment
}
