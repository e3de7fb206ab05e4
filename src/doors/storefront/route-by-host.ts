import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../../core/http/host.ts'
import type { DomainStore } from '../../features/domains/find-by-host.ts'
import { notFound } from '../../core/errors/errors.ts'
import { isApi } from '../../core/http/api-address.ts'
import type { App } from '../../core/http/app.ts'
import { needsHttpsRedirect } from '../../core/http/create-app.ts'
import { sendError } from '../../core/http/send-error.ts'
import { pathHere, shopUrl } from '../../features/stores/address.ts'
import { sendErrorPage, unknownHost } from './error-page.ts'
import { addSecurityHeaders } from '../../core/pages/security.ts'
import { t, type Localized } from '../../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The store on whose own domain the request arrived; null on the service's hosts. */
    domainStore: DomainStore | null
  }
  interface FastifyContextConfig {
    /** The route also responds on shops' own domains. Those below `/:slug` do. */
    onDomains?: boolean
  }
}

const PROBES = new Set(['/api/health', '/api/ready'])
const isProbe = (request: FastifyRequest) => isApi(request.url) && PROBES.has(request.routeOptions.url ?? '')

/**
 * Selects the shop by the host name of each request, and rejects what does not belong there, before any other hook. Pages of a
 * shop were routed below `/~` (`pathByHost`): the store's slug replaces the `~`. Call it before the routes are registered.
 */
export function routeByHost(app: App): void {
  app.decorateRequest('domainStore', null)
  app.addHook('onRequest', (request, reply, done) => {
    const host = request.raw.foreignHost
    if (!host || isProbe(request)) return done()
    const known = app.domains.recall(host)
    if (known) return visit(request, reply, known, done)
    app.domains.find(host).then(
      (store) => visit(request, reply, store, done),
      (error: Error) => reject(request, reply, error),
    )
  })
  app.addHook('preHandler', ({ domainStore, body, url }, _reply, done) => {
    const isOfOther = domainStore && body && isApi(url) && storeIdIn(body) !== domainStore.storeId
    done(isOfOther ? notFound(t('La tienda')) : undefined)
  })

  /** Calls `done` for what belongs to an open domain; ends any other request with a redirect, 404 or 421. */
  function visit(
    request: FastifyRequest,
    reply: FastifyReply,
    store: DomainStore | undefined,
    done: () => void,
  ) {
    const needsHttps = needsHttpsRedirect(request.raw, app.publicUrl, app.config.trustProxy)
    if (needsHttps && store?.isOpen !== false) {
      const path = pathOf(request.originalUrl)
      // Browsers keep a 301: the name may become a shop's.
      if (!store) reply.header('cache-control', 'no-store')
      return void reply.redirect(store ? shopUrl(app, store, path) : app.publicUrl + path, 301)
    }
    if (!store) return reject(request, reply, unknownHost(request))
    if (!store.isOpen && !request.routeOptions.config.neverMoves)
      // The path by which it was routed has the slug's place; that of a picture has none.
      return void reply.redirect(app.publicUrl + request.url.replace(/^\/~/, pathHere(store, '')), 302)
    request.domainStore = store
    const unknown = selectStore(request, store)
    if (unknown) return reject(request, reply, notFound(unknown))
    done()
  }
}

function reject(request: FastifyRequest, reply: FastifyReply, error: Error): void {
  addSecurityHeaders(request, reply)
  sendErrorPage(error, request, reply).catch((failure: Error) => sendError(failure, request, reply))
}

/** @returns what is not of this store; null where all is, and where the not-found handler responds anyway */
function selectStore(
  { is404, url, params, routeOptions, server }: FastifyRequest,
  { storeId, slug }: DomainStore,
): Localized | null {
  if (is404) return !isApi(url) || isApiOfDomains(server, url) ? null : t('La dirección')
  const ofShop = params as { slug?: string; store?: string }
  if (routeOptions.url?.startsWith('/:slug')) ofShop.slug = slug
  else if (!routeOptions.config.onDomains) return t('La dirección')
  else if (ofShop.store !== undefined && ofShop.store !== storeId) return t('La imagen')
  return null
}

/** Whether a shop's domain serves this address of the API. Methods that the address does not have are a 405 there, not a 404. */
const isApiOfDomains = (app: Pick<App, 'addressAt'>, url: string) =>
  app.addressAt(url)?.routes.some((route) => route.config?.onDomains || PROBES.has(route.url)) === true

const storeIdIn = (body: unknown) => (body as { storeId?: unknown }).storeId
