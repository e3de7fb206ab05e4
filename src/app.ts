import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { authenticate } from './core/auth/authenticate.ts'
import type { Db } from './core/database/db.ts'
import { notFound } from './core/errors/errors.ts'
import { createApp, type App } from './core/http/app.ts'
import { allowAnyOrigin, allowListedOrigins, readableByListedOrigins } from './core/http/cors.ts'
import { answerMethodNotAllowed } from './core/http/method-not-allowed.ts'
import { limitUnreadBodies } from './core/http/unread-bodies.ts'
import { limitBodies, requireScopes } from './core/http/route-defaults.ts'
import type { Log } from './core/process/log.ts'
import { sendErrorPage, sendNotFound } from './storefront/error-page.ts'
import { createConverter, type Converter } from './media/converter.ts'
import { trackKeyUse } from './api-keys/last-used.ts'
import { logKeyRequests } from './api-keys/request-log.ts'
import { panelRoutes } from './panel/routes.ts'
import { checkSlugRoute } from './stores/check-slug.ts'
import { createOrderRoute } from './orders/create.ts'
import { createReviewRoute } from './reviews/create.ts'
import { createEventRoute } from './events/create.ts'
import { healthRoute } from './health/health.ts'
import { readyRoute } from './health/ready.ts'
import { getOpenapiRoute } from './docs/openapi.ts'
import { whatsappCallbackRoutes } from './whatsapp/callback.ts'
import { stripeEventRoute } from './billing/event.ts'
import { addToolHooks } from './assistant/call-context.ts'
import { getStoreRoute } from './stores/get.ts'
import { updateStoreRoute } from './stores/update.ts'
import { listProductsRoute } from './products/list.ts'
import { createProductRoute } from './products/create.ts'
import { getProductRoute } from './products/get.ts'
import { updateProductRoute } from './products/update.ts'
import { deleteProductRoute } from './products/delete.ts'
import { restoreProductRoute } from './products/restore.ts'
import { createImageRoute } from './media/create.ts'
import { importRoutes } from './imports/routes.ts'
import { listCategoriesRoute } from './categories/list.ts'
import { createCategoryRoute } from './categories/create.ts'
import { getCategoryRoute } from './categories/get.ts'
import { updateCategoryRoute } from './categories/update.ts'
import { deleteCategoryRoute } from './categories/delete.ts'
import { listOrdersRoute } from './orders/list.ts'
import { getOrderRoute } from './orders/get.ts'
import { updateOrderRoute } from './orders/update.ts'
import { listDiscountsRoute } from './discounts/list.ts'
import { createDiscountRoute } from './discounts/create.ts'
import { getDiscountRoute } from './discounts/get.ts'
import { updateDiscountRoute } from './discounts/update.ts'
import { deleteDiscountRoute } from './discounts/delete.ts'
import { listReviewsRoute } from './reviews/list.ts'
import { updateReviewRoute } from './reviews/update.ts'
import { deleteReviewRoute } from './reviews/delete.ts'
import { listCustomersRoute } from './customers/list.ts'
import { getCustomerRoute } from './customers/get.ts'
import { getStatsRoute } from './stats/get.ts'
import { getReportRoute } from './stats/report.ts'
import { listShippingOptionsRoute } from './shipping/list.ts'
import { createShippingOptionRoute } from './shipping/create.ts'
import { getShippingOptionRoute } from './shipping/get.ts'
import { updateShippingOptionRoute } from './shipping/update.ts'
import { deleteShippingOptionRoute } from './shipping/delete.ts'
import { getOnboardingRoute } from './onboarding/get.ts'
import { getTeamRoute } from './team/list.ts'
import { listConnectionsRoute } from './connections/list.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { listThemesRoute } from './themes/list.ts'
import { getThemeRoute } from './themes/get.ts'
import { listStoresRoute } from './stores/list.ts'
import { createStoreRoute } from './stores/create.ts'
import { getStoreOfAccountRoute } from './stores/get-of-account.ts'
import { deleteStoreRoute } from './stores/delete.ts'
import { mcpRoutes } from './assistant/mcp.ts'
import { authorizationServer } from './oauth/authorization-server.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { addSecurityHeaders, securePage } from './storefront/security.ts'
import { docsPages } from './docs/pages.ts'
import { shopPages } from './storefront/pages.ts'
import { demoPictureRoute } from './demo/picture-route.ts'
import { mediaRoutes } from './media/routes.ts'
import { demoPicture } from './demo/picture.ts'
import { themeStylesheetRoute } from './themes/stylesheet.ts'
import { isPanel, sendPanelError } from './panel/error-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    converter: Converter
  }
}

const KiB = 1024

/** The service with all of its routes. */
export async function buildApp(config: Config, sql: Db, log: Log): Promise<App> {
  const sendUnknown = sendNotFound(notFound('La dirección'))
  const app = createApp({
    sql,
    publicUrl: config.publicUrl,
    panelUrl: config.panelUrl,
    trustProxy: config.trustProxy,
    log,
    slowRequestMs: config.slowRequestMs,
    https: config.tls,
    sendNotFound: sendUnknown,
  })
  app.decorate('config', config)
  app.decorate('converter', createConverter())
  app.decorate('authorizationServer', authorizationServer(app))
  app.addHook('onClose', () => app.converter.close())
  trackKeyUse(app)
  answerMethodNotAllowed(app, sendMethodNotAllowed)

  await app.register(publicRoutes, { prefix: '/api' })
  await app.register(providerRoutes, { prefix: '/api' })
  await app.register(keyedRoutes, { prefix: '/api/v1' })
  await app.register(assistantRoutes)
  await app.register(oauthRoutes)
  await app.register(panelRoutes, { prefix: '/panel' })
  await app.register(docsRoutes)
  await app.register(storefrontRoutes)
  app.setNotFoundHandler(sendUnknown)
  return app
}

/** For shoppers and probes: no key, limits per address. */
async function publicRoutes(app: App) {
  limitBodies(app, 64 * KiB)
  allowAnyOrigin(app)

  checkSlugRoute(app)
  createOrderRoute(app)
  createReviewRoute(app)
  createEventRoute(app)
  healthRoute(app)
  readyRoute(app)
  getOpenapiRoute(app)
}

/** For providers, who sign the bytes of the body: it arrives as they sent it. */
async function providerRoutes(app: App) {
  limitBodies(app, 3 * 1024 * KiB)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  whatsappCallbackRoutes(app)
  stripeEventRoute(app)
}

/** For owners and integrators: a key, its scopes, its store. */
async function keyedRoutes(app: App) {
  limitBodies(app, 1024 * KiB)
  requireScopes(app)
  allowListedOrigins(app)
  logKeyRequests(app)
  limitUnreadBodies(app)
  addToolHooks(app)
  app.addHook('onRequest', readableByListedOrigins(authenticate))

  getStoreRoute(app)
  updateStoreRoute(app)
  listProductsRoute(app)
  createProductRoute(app)
  getProductRoute(app)
  updateProductRoute(app)
  deleteProductRoute(app)
  restoreProductRoute(app)
  createImageRoute(app)
  importRoutes(app)
  listCategoriesRoute(app)
  createCategoryRoute(app)
  getCategoryRoute(app)
  updateCategoryRoute(app)
  deleteCategoryRoute(app)
  listOrdersRoute(app)
  getOrderRoute(app)
  updateOrderRoute(app)
  listDiscountsRoute(app)
  createDiscountRoute(app)
  getDiscountRoute(app)
  updateDiscountRoute(app)
  deleteDiscountRoute(app)
  listReviewsRoute(app)
  updateReviewRoute(app)
  deleteReviewRoute(app)
  listCustomersRoute(app)
  getCustomerRoute(app)
  getStatsRoute(app)
  getReportRoute(app)
  listShippingOptionsRoute(app)
  createShippingOptionRoute(app)
  getShippingOptionRoute(app)
  updateShippingOptionRoute(app)
  deleteShippingOptionRoute(app)
  getOnboardingRoute(app)
  getTeamRoute(app)
  listConnectionsRoute(app)
  webhookRoutes(app)
  listThemesRoute(app)
  getThemeRoute(app)
  changeRoutes(app)
  listStoresRoute(app)
  createStoreRoute(app)
  getStoreOfAccountRoute(app)
  deleteStoreRoute(app)
}

/** For assistants: the keyed routes as tools. */
async function assistantRoutes(app: App) {
  limitBodies(app, 1024 * KiB)
  allowAnyOrigin(app)
  limitUnreadBodies(app)
  mcpRoutes(app)
}

/** For developers' browsers: the reference and the guides. */
async function docsRoutes(app: App) {
  app.addHook('onRequest', securePage)
  docsPages(app)
}

/** For shoppers' browsers: pages, and what pages load. */
async function storefrontRoutes(app: App) {
  limitBodies(app, 64 * KiB)
  shopPages(app)
  demoPictureRoute(app)
  mediaRoutes(app, (url) => demoPicture(url, app.publicUrl))
  themeStylesheetRoute(app)
}

function sendMethodNotAllowed(error: Error, request: FastifyRequest, reply: FastifyReply) {
  addSecurityHeaders(request, reply)
  return isPanel(request.url) ? sendPanelError(error, request, reply) : sendErrorPage(error, request, reply)
}
