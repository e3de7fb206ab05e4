import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DomainStore } from '../domains/find-by-host.ts'
import { misdirected, notFound } from '../core/errors/errors.ts'
import { isApi } from '../core/http/api-address.ts'
import type { App } from '../core/http/app.ts'
import { needsHttpsRedirect } from '../core/http/create-app.ts'
import { pathOf } from '../core/http/path.ts'
import { sendError } from '../core/http/send-error.ts'
import { pathHere, shopUrl } from '../stores/address.ts'
import { sendErrorPage } from './error-page.ts'
import { addSecurityHeaders } from '../pages/security.ts'

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

/**
 * Selects the shop by the host name of each request, and rejects what does not belong there, before any other hook. Pages of a
 * shop were routed below `/~` (`pathByHost`): the store's slug replaces the `~`. Call it before the routes are registered.
 */
export function routeByHost(app: App): void {
  app.decorateRequest('domainStore', null)
  app.addHook('onRequest', async (request, reply) => {
    const host = request.raw.foreignHost
    if (!host || PROBES.has(request.routeOptions.url ?? '')) return
    return (await visitOrReject(request, reply, host)) ? reply : undefined
  })
  app.addHook('preHandler', ({ domainStore, body, url }, _reply, done) => {
    const isOfOther = domainStore && body && isApi(url) && storeIdIn(body) !== domainStore.storeId
    done(isOfOther ? notFound('La tienda') : undefined)
  })

  /** @returns whether the request has its response. */
  async function visitOrReject(request: FastifyRequest, reply: FastifyReply, host: string): Promise<boolean> {
    try {
      return await visit(request, reply, host)
    } catch (error) {
      addSecurityHeaders(request, reply)
      await sendErrorPage(error as Error, request, reply).catch((failure: Error) =>
        sendError(failure, request, reply),
      )
      return true
    }
  }

  /** @returns whether the response was a redirect. @throws 404, 421 */
  async function visit(request: FastifyRequest, reply: FastifyReply, host: string): Promise<boolean> {
    const store = await app.domains.find(host)
    const path = pathOf(request.originalUrl)
    const needsHttps = needsHttpsRedirect(request.raw, app.publicUrl, app.config.trustProxy)
    if (needsHttps && store?.isOpen !== false) {
      // Browsers keep a 301: the name may become a shop's.
      if (!store) reply.header('cache-control', 'no-store')
      void reply.redirect(store ? shopUrl(app, store, path) : app.publicUrl + path, 301)
      return true
    }
    if (!store) throw misdirected()
    if (!store.isOpen) {
      // The path by which it was routed has the slug's place; that of a picture has none.
      void reply.redirect(app.publicUrl + request.url.replace(/^\/~/, pathHere(store, '')), 302)
      return true
    }
    request.domainStore = store
    selectStore(request, store)
    return false
  }
}

/** @throws 404 on what is not of this store, unless the not-found handler responds anyway */
function selectStore({ is404, url, params, routeOptions }: FastifyRequest, { storeId, slug }: DomainStore) {
  if (is404 && !isApi(url)) return
  const ofShop = params as { slug?: string; store?: string }
  if (routeOptions.url?.startsWith('/:slug')) ofShop.slug = slug
  else if (!routeOptions.config.onDomains) throw notFound('La dirección')
  else if (ofShop.store !== undefined && ofShop.store !== storeId) throw notFound('La imagen')
}

const storeIdIn = (body: unknown) => (body as { storeId?: unknown }).storeId
