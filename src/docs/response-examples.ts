import { toConnection } from '../connections/connection.ts'
import { toSteps } from '../onboarding/onboarding.ts'
import { ROLE_PERMISSIONS } from '../core/auth/roles.ts'
import { builtIn, themeSchema } from '../themes/theme.ts'
import { imported, importedRows, dryRunImport, startedImport } from './example-imports.ts'
import { report, stats } from './example-sales.ts'
import * as example from './example-changes.ts'
import * as shop from './example-store.ts'

const { ids, site, store, coffee, honey, summary, order } = shop
const [opened, ordered] = [store.createdAt, order.createdAt]

const list = (data: object[], total = data.length, limit = 50) => ({ data, total, limit, offset: 0 })
const deleted = (id: string) => ({ data: { id, deleted: true } })

const ownStore = { ...store, role: 'OWNER' }
const steps = toSteps(
  {
    store_profile: true,
    whatsapp_number: true,
    first_product: true,
    first_image: true,
    shipping_option: true,
    share_link: false,
    first_order: false,
  },
  null,
  site,
)
const pending = steps.filter(({ done }) => !done)
const { accent, mode, font } = builtIn.barro.defaults
const theme = {
  id: 'barro',
  name: 'Barro',
  version: '1.0.0',
  isActive: true,
  hasDraft: true,
  updatedAt: opened,
}
const linen = {
  id: 'lino',
  name: 'Lino',
  version: '1.0.0',
  isActive: false,
  hasDraft: false,
  updatedAt: opened,
}

const delivery = 'l7c2n9w4k1x6d8h3b5t0m2vq'
const webhook = {
  id: 'w3k8d1x6h9m4b7t2c5q0v8nf',
  destinationReference: 'dst_9f2c41d07ab3',
  events: ['order.created', 'product.updated'],
  unrecognizedEventCount: 0,
  isActive: true,
  createdAt: opened,
  updatedAt: opened,
}

/** Examples of successful responses, by operation. */
export const responseExamples: Record<string, object | string> = {
  getHealth: { status: 'ok', timestamp: ordered },
  getReady: {
    status: 'ok',
    database: 'connected',
    timestamp: ordered,
    details: { worker: 'running', workerSilentSince: null, due: [] },
  },
  getOpenapi: { openapi: '3.1.0' },
  checkSlug: { available: true },
  createOrder: {
    id: ids.order,
    orderNumber: order.orderNumber,
    whatsappUrl: `https://wa.me/50255551234?text=${encodeURIComponent('¡Hola, Café de la Antigua! Hice el pedido PED-7K3QXM')}`,
    trackingUrl: `${store.url}/pedido/h7Qm2XvK9cTz4LwN8bRd3FsY`,
    total: 110,
    currency: 'GTQ',
  },
  createReview: { id: ids.review },
  createCatalogEvent: { ok: true },
  verifyWhatsappCallback: '1158201444',
  receiveWhatsappCallback: { received: true },
  receiveStripeEvent: { received: true },
  listChanges: list([example.change]),
  getChange: { data: example.change },
  undoChange: { data: example.undo },
  getStore: { data: store },
  updateStore: { data: store },
  listThemes: {
    data: {
      storeId: ids.store,
      source: 'SAVED_CONFIGURATION',
      activeThemeId: 'barro',
      themes: [theme, linen],
      visualVerification: 'UNVERIFIED',
    },
  },
  getTheme: {
    data: {
      ...theme,
      schema: themeSchema('barro'),
      published: { accent, mode, font },
      draft: { accent: '#7c3a1d', mode, font },
      draftUpdatedAt: ordered,
    },
  },
  getTeam: {
    data: {
      members: [
        { id: 'm4x9c2k7h1w6b8d3t5n0q7vf', role: 'OWNER' },
        { id: 'm8b3w6n1d9k4x2h7c5t0f1qs', role: 'STAFF' },
      ],
      pendingInvitations: [
        { id: 'i6h1t8x3c9m4d7w2k5b0n3vq', role: 'ADMIN', expiresAt: '2026-03-21T15:09:26.535Z' },
      ],
      memberTotal: 2,
      pendingInvitationTotal: 1,
      limit: 50,
      offset: 0,
      rolePermissions: ROLE_PERMISSIONS,
      invitationDelivery: 'UNVERIFIED',
    },
  },
  listStores: list([ownStore]),
  createStore: {
    data: { ...ownStore, ...shop.newStore, updatedAt: opened },
  },
  getStoreOfAccount: { data: ownStore },
  deleteStore: deleted(ids.store),
  listOrders: list([summary], 148),
  getOrder: { data: order },
  updateOrder: { data: shop.confirmedOrder },
  listProducts: list([coffee, honey], 24),
  createProduct: { data: coffee },
  createImage: { data: shop.image },
  listImports: list([imported, dryRunImport]),
  createImport: { data: startedImport },
  getImport: { data: { ...dryRunImport, rows: importedRows, rowTotal: 3 } },
  undoImport: { data: { ...imported, state: 'undoing', undoableUntil: null } },
  exportProducts: 'Id,Slug,Nombre,Precio\r\np7f2h9c4s6k1m8x3w5b0t2dq,cafe-de-altura,Café de altura,85\r\n',
  getProduct: { data: coffee },
  updateProduct: {
    data: { ...coffee, price: 89, comparePrice: null, variants: coffee.variants.slice(0, 1) },
  },
  deleteProduct: deleted(ids.coffee),
  restoreProduct: { data: coffee },
  listCategories: list([shop.category], 3),
  createCategory: { data: { ...shop.category, productCount: 0 } },
  getCategory: { data: shop.category },
  updateCategory: { data: { ...shop.category, name: 'Cafés de altura', position: 1 } },
  deleteCategory: deleted(ids.category),
  listCustomers: list([shop.customer], 96),
  getCustomer: { data: { ...shop.customer, orders: [summary] } },
  listDiscounts: list([shop.discount]),
  createDiscount: { data: { ...shop.discount, usedCount: 0 } },
  getDiscount: { data: shop.discount },
  updateDiscount: { data: { ...shop.discount, ...{ maxUses: 300, expiresAt: '2026-05-01T06:00:00.000Z' } } },
  deleteDiscount: deleted(ids.discount),
  listShippingOptions: list([shop.shipping]),
  createShippingOption: { data: shop.shipping },
  getShippingOption: { data: shop.shipping },
  updateShippingOption: { data: { ...shop.shipping, price: 42, estimatedDelivery: '2 a 3 días hábiles' } },
  deleteShippingOption: deleted(ids.shipping),
  listReviews: list([shop.review], 18),
  updateReview: { data: { ...shop.review, status: 'approved' } },
  deleteReview: deleted(ids.review),
  getStats: { data: stats },
  getSalesReport: { data: report },
  getOnboarding: {
    data: {
      storeId: ids.store,
      state: 'SAVED_GUIDE',
      total: steps.length,
      completed: steps.length - pending.length,
      nextStep: pending[0]!,
      steps,
      pending,
      canBeShown: true,
      visualVerification: 'UNVERIFIED',
    },
  },
  listConnections: {
    data: {
      storeId: ids.store,
      source: 'SAVED_CONFIGURATION',
      providerVerification: 'UNVERIFIED',
      connections: [
        toConnection({ id: 'whatsapp', fields: ['whatsappNumber'], isPaused: false, lastError: null }, 'pro'),
        toConnection({ id: 'custom_domain', fields: ['domain'], isPaused: false, lastError: null }, 'pro'),
      ],
    },
  },
  listWebhooks: {
    data: [webhook],
    ...{ total: 1, limit: 20, offset: 0, source: 'SAVED_CONFIGURATION', delivery: 'UNVERIFIED' },
  },
  listWebhookLogs: {
    data: [
      {
        id: delivery,
        webhookId: webhook.id,
        event: 'order.created',
        status: 200,
        duration: 184,
        success: true,
        attempts: 1,
        createdAt: ordered,
        processing: 'UNVERIFIED',
      },
    ],
    ...{ total: 312, limit: 20, offset: 0, source: 'SAVED_LOG_METADATA' },
  },
  createWebhook: { data: webhook },
  getWebhook: { data: webhook },
  updateWebhook: { data: { ...webhook, events: ['order.created'], isActive: false, updatedAt: ordered } },
  deleteWebhook: deleted(webhook.id),
  pingWebhook: { data: { ...webhook, deliveryId: delivery } },
  rotateWebhookSecret: { data: { ...webhook, updatedAt: ordered } },
  replayWebhook: { data: { ...webhook, replayed: 31 } },
  redeliverWebhookDelivery: { data: { ...webhook, deliveryId: delivery } },
  callAssistantTools: {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '1 pedido pendiente' }], structuredContent: list([summary]) },
  },
}

const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

/** Examples of error responses that are specific to an operation. */
export const errorExamples: Record<string, object> = {
  'getReady 503': { status: 'error', database: 'disconnected', timestamp: ordered },
  'callAssistantTools 400': rpcError(-32600, 'Invalid Request'),
  'callAssistantTools 404': rpcError(-32601, 'Method not found'),
  'callAssistantTools 406': rpcError(-32000, 'Not Acceptable'),
}
