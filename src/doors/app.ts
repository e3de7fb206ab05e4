import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../core/config/config.ts'
import { authenticate } from '../core/auth/authenticate.ts'
import type { Db } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import type { App } from '../core/http/app.ts'
import { createApp } from '../core/http/create-app.ts'
import { allowAnyOrigin, allowListedOrigins, readableByListedOrigins } from '../core/http/cors.ts'
import { trackLastUse } from '../core/http/last-used.ts'
import { pageLanguage } from '../core/http/request-language.ts'
import { rejectOtherMethods } from '../core/http/method-not-allowed.ts'
import { limitUnreadBodies } from '../core/http/unread-bodies.ts'
import { limitBodies, requireScopes } from '../core/http/route-defaults.ts'
import type { Log } from '../core/process/log.ts'
import { sendErrorPage, sendNotFound } from './storefront/error-page.ts'
import { createConverter, type Converter } from '../features/media/converter.ts'
import { addRequestLog, logKeyRequests } from '../features/api-keys/request-log.ts'
import { panelRoutes } from './panel/routes.ts'
import { checkSlugRoute } from '../features/stores/slug.ts'
import { createOrderRoute } from '../features/orders/create.ts'
import { createReceiptRoute } from '../features/payments/receipts/create.ts'
import { createReviewRoute } from '../features/reviews/create.ts'
import { createEventRoute } from '../features/events/create.ts'
import { allowedDomainRoute } from '../features/domains/allowed.ts'
import { addDomainLookup } from '../features/domains/find-by-host.ts'
import { healthRoute, readyRoute } from '../features/health/ready.ts'
import { getOpenapiRoute } from './docs/openapi.ts'
import { whatsappCallbackRoutes } from '../features/whatsapp/callback.ts'
import { stripeEventRoute } from '../features/billing/event.ts'
import { pageOpener, type OpenPage } from '../features/payments/providers/page.ts'
import { openProviders, type Providers } from '../features/payments/providers/providers.ts'
import { paymentNotificationRoutes } from '../features/payments/providers/receive-notification.ts'
import { restRoutes } from '../core/operations/rest.ts'
import { operations } from './operations.ts'
import { createImageRoute } from '../features/media/create.ts'
import { createImportRoute } from '../features/imports/create.ts'
import { getImportRoute } from '../features/imports/get.ts'
import { exportProductsRoute } from '../features/imports/export.ts'
import { mcpRoutes } from './assistant/mcp.ts'
import { authorizationServer } from '../features/oauth/authorization-server.ts'
import { oauthRoutes } from '../features/oauth/routes.ts'
import { addPageVersions } from './storefront/page-version.ts'
import { addSecurityHeaders, securePage } from '../core/pages/security.ts'
import { docsPages } from './docs/pages.ts'
import { routeByHost } from './storefront/route-by-host.ts'
import { shopPages } from './storefront/pages.ts'
import { shownPriceOf } from './storefront/shown-price.ts'
import { demoPictureRoute, demoPicture } from '../features/demo/picture.ts'
import { addPictures, mediaRoutes } from '../features/media/routes.ts'
import { ucpRoutes } from './ucp/routes.ts'
import { themeStylesheetRoute } from '../features/themes/stylesheet.ts'
import { isPanel, sendPanelError } from './panel/error-page.ts'
import { t } from '../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    converter: Converter
    providers: Providers
    openPaymentPage: OpenPage
  }
}

const KiB = 1024

export async function buildApp(config: Config, sql: Db, log: Log): Promise<App> {
  const sendUnknown = sendNotFound(notFound(t('La dirección')))
  const app = createApp({ ...config, sql, log, https: config.tls, sendNotFound: sendUnknown })
  app.decorate('config', config)
  app.decorate('converter', createConverter())
  const providers = openProviders(config)
  app.decorate('providers', providers)
  app.decorate('openPaymentPage', pageOpener({ sql, log, providers, service: config }))
  app.addHook('onClose', async () => providers.close())
  app.decorate('authorizationServer', authorizationServer(app))
  app.addHook('onClose', () => app.converter.close())
  addPictures(app, (url) => demoPicture(url, app.publicUrl))
  addDomainLookup(app)
  routeByHost(app)
  trackLastUse(app, 'api_keys', ({ isGrant }) => !isGrant)
  trackLastUse(app, 'oauth_grants', ({ isGrant }) => isGrant)
  addRequestLog(app)
  addPageVersions(app)
  rejectOtherMethods(app, sendMethodNotAllowed)

  await app.register(publicRoutes, { prefix: '/api' })
  await app.register(providerRoutes, { prefix: '/api' })
  await app.register(keyedRoutes, { prefix: '/api/v1' })
  await app.register(assistantRoutes)
  await app.register(oauthRoutes)
  await app.register(panelRoutes, { prefix: '/panel' })
  await app.register(docsRoutes)
  await app.register(storefrontRoutes)
  await app.register(shoppingRoutes)
  app.setNotFoundHandler(sendUnknown)
  return app
}

/** For shoppers and probes: no key, limits per address. */
async function publicRoutes(app: App) {
  limitBodies(app, 64 * KiB)
  allowAnyOrigin(app)

  checkSlugRoute(app)
  createOrderRoute(app, async (...order) => {
    const page = await app.openPaymentPage(...order)
    return typeof page === 'object'
  })
  createReceiptRoute(app)
  createReviewRoute(app)
  createEventRoute(app)
  healthRoute(app)
  readyRoute(app)
  allowedDomainRoute(app)
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
  paymentNotificationRoutes(app, app.providers)
}

/** For owners and integrators: a key, its scopes, its store. */
async function keyedRoutes(app: App) {
  limitBodies(app, 1024 * KiB)
  requireScopes(app)
  allowListedOrigins(app)
  logKeyRequests(app)
  limitUnreadBodies(app)
  app.addHook('onRequest', readableByListedOrigins(authenticate))

  restRoutes(app, operations)
  createImageRoute(app)
  createImportRoute(app)
  getImportRoute(app)
  exportProductsRoute(app)
}

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
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, onDomains: true }
  })
  limitBodies(app, 64 * KiB)
  shopPages(app)
  demoPictureRoute(app)
  mediaRoutes(app, shownPriceOf)
  themeStylesheetRoute(app)
}

/** For assistants that shop for people: the catalog and carts of one shop. */
async function shoppingRoutes(app: App) {
  limitBodies(app, 64 * KiB)
  allowAnyOrigin(app)
  ucpRoutes(app)
}

function sendMethodNotAllowed(error: Error, request: FastifyRequest, reply: FastifyReply) {
  addSecurityHeaders(request, reply)
  if (!isPanel(request.url)) return sendErrorPage(error, request, reply)
  request.language = pageLanguage(request, reply)
  return sendPanelError(error, request, reply)
}
