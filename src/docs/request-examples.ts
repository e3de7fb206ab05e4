import * as shop from './example-store.ts'
import { dryRunImport } from './example-imports.ts'

const { coffee, ids, order, store } = shop

const settingsOf = ({ id: _id, createdAt: _at, updatedAt: _then, ...rest }: Record<string, unknown>) => rest
const { productCount: _products, ...newCategory } = settingsOf(shop.category)
const { usedCount: _uses, ...newDiscount } = settingsOf(shop.discount)
const {
  id: _id,
  plan: _plan,
  billingState: _state,
  url: _url,
  createdAt: _at,
  updatedAt: _then,
  ...settings
} = store
const { name, slug, whatsappNumber, currency } = store
const { variants, ...newCoffee } = settingsOf(coffee) as Omit<typeof coffee, 'id'>

// The bytes 0 to 31: an example, no secret.
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

/** Examples of request bodies, by operation. */
export const requestExamples: Record<string, object> = {
  createOrder: {
    storeId: ids.store,
    name: order.customerName,
    phone: order.customerPhone,
    address: order.customerAddress,
    items: order.items.map(({ variantId, quantity }) => ({ variantId, quantity })),
    notes: order.notes,
    shippingOptionId: ids.shipping,
    discountCode: 'BIENVENIDA10',
    wantedAt: order.wantedAt,
    notifyCustomer: true,
  },
  createReview: {
    productId: ids.coffee,
    storeId: ids.store,
    name: shop.review.name,
    text: shop.review.text,
    rating: 5,
    trackingToken: 'h7Qm2XvK9cTz4LwN8bRd3FsY',
  },
  createCatalogEvent: {
    storeId: ids.store,
    type: 'ADD_TO_CART',
    sessionId: 's-5d0f2c81',
    metadata: { variantId: ids.bag, quantity: 2 },
  },
  updateStore: settings,
  createStore: { name, slug, currency, whatsappNumber },
  updateOrder: { status: 'confirmed' },
  createProduct: {
    ...newCoffee,
    variants: variants.map(({ id: _id, isActive: _isActive, imageUrl: _imageUrl, ...variant }) => variant),
  },
  updateProduct: { price: 89, comparePrice: null, categoryId: ids.category, variants: variants.slice(0, 1) },
  createImport: { from: dryRunImport.id, dryRun: false, columns: { 'Precio de lista': 'comparePrice' } },
  createCategory: newCategory,
  updateCategory: { name: 'Cafés de altura', position: 1 },
  createDiscount: newDiscount,
  updateDiscount: { maxUses: 300, expiresAt: '2026-05-01T06:00:00.000Z' },
  createShippingOption: settingsOf(shop.shipping),
  updateShippingOption: { price: 42, estimatedDelivery: '2 a 3 días hábiles' },
  updateReview: { status: 'approved' },
  createWebhook: {
    url: 'https://sistema.example/vitrina',
    events: ['order.created', 'product.updated'],
    secret,
  },
  updateWebhook: { events: ['order.created'], isActive: false },
  rotateWebhookSecret: { secret },
  replayWebhook: { from: '2026-03-13T06:00:00.000Z', to: '2026-03-14T06:00:00.000Z' },
  callAssistantTools: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_orders', arguments: { status: 'pending' } },
  },
}
