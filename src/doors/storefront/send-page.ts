import type { FastifyReply, FastifyRequest } from 'fastify'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { conditionalResponse, SAME_FOR_ALL } from '../../core/http/body-cache.ts'
import { compressed, pickEncoding, sendCompressed } from '../../core/http/compress.ts'
import type { Html } from '../../core/http/html.ts'
import type { Language } from '../../core/texts/language.ts'
import { nextChange, type Schedule } from '../../features/hours/hours.ts'
import { shopHost, type Addressed } from '../../features/stores/address.ts'
import { noteShared } from '../../features/stores/share.ts'
import { contentSecurityPolicy } from '../../core/pages/security.ts'
import { requireOwnAddress, visitedShop, type Shop, type Trackers } from '../../features/catalog/shop.ts'
import type { PageVersion } from './page-version.ts'

const HTML = 'text/html; charset=utf-8'

/**
 * Sends a page of the catalog: from the cache, by the store's catalog version and theme version, or rendered and compressed
 * now. It also expires when the shop opens or closes. `address` is the cache key within the store: parsed parameters, never the
 * raw query, so that the cache can't be flooded. @throws 404, StoreMoved, StoreSuspended
 */
export async function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  make: (shop: Shop) => Promise<Html | PassingPage>,
) {
  const { server } = request
  const { slug } = request.params as { slug: string }
  const version = await server.pageVersions.find(slug)
  requireOwnAddress(request, version)
  noteVisit(request, version)
  const { id, themeVersion, catalogVersion } = version
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const cached = await server.bodies.getOrCreate(
    `page ${id} ${address} ${encoding}`,
    `${catalogVersion} ${themeVersion}`,
    async () => {
      const shop = await visitedShop(request)
      const changes = changesAt(shop.schedule, Date.now()) // before the page is made: it may say the state after this
      const made = await make(shop)
      const [page, expires] = 'page' in made ? [made.page, made.expiresAt] : [made, Infinity]
      const expiresAt = Math.min(changes, expires)
      const body = await compressed(Buffer.from(page.in(shop.language)), encoding, 'quick')
      return { body, headers: trackingPolicy(shop.trackers), ...(expiresAt < Infinity && { expiresAt }) }
    },
  )
  const how = { type: HTML, cacheControl: SAME_FOR_ALL, encoding }
  const { status, headers, body } = conditionalResponse(cached, how, request.headers['if-none-match'])
  return reply.code(status).headers(headers).send(body)
}

const HOUR = 3_600_000

export type PassingPage = { page: Html; expiresAt: number }

/**
 * When the shown opening state expires; never when it does not depend on the time. At most an hour from now, because an hour
 * repeats when clocks are set back.
 */
function changesAt(schedule: Schedule, now: number): number {
  const change = nextChange(schedule, now)
  return change === null ? Infinity : Math.min(change, now + HOUR)
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Html, language: Language) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  return sendCompressed(request, reply, { type: HTML, text: page.in(language) })
}

const clientQueue = fairQueue(queues.pagesOfClient)

/** Makes a page of a search or a cart in the client's turn, and sends it. @throws QueueFull */
export async function sendPageInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: Shop,
  make: () => Promise<Html>,
) {
  const page = await clientQueue(`${shop.id} ${request.clientAddress}`, make)
  return sendShopPage(request, reply, shop, page)
}

export function sendShopPage(request: FastifyRequest, reply: FastifyReply, shop: Shop, page: Html) {
  reply.headers(trackingPolicy(shop.trackers))
  return sendPage(request, reply, page, shop.language)
}

/** The first visit that came from elsewhere shows that the shop's address was shared. The page does not wait for it. */
function noteVisit(request: FastifyRequest, { id, isShared, ...store }: PageVersion): void {
  if (isShared || !isFromElsewhere(request, store)) return
  noteShared(request.server.sql, id).catch((err: unknown) => request.log.warn({ err }, 'visit not recorded'))
}

/** By a link of another site, or one with a campaign in it, such as the QR code's. */
function isFromElsewhere({ headers, server, originalUrl }: FastifyRequest, store: Addressed): boolean {
  if (/[?&]utm_source=/.test(originalUrl)) return true
  const referrer = URL.parse(headers.referer ?? '')?.hostname
  if (!referrer) return false
  return (
    ![server.publicUrl, server.panelUrl].some((url) => new URL(url).hostname === referrer) &&
    referrer !== shopHost(server, store)
  )
}

/** The hosts of each provider: of its script, and of the requests that it sends. */
const providers: Record<keyof Trackers, { script: string; sent: string }> = {
  meta: {
    script: 'https://connect.facebook.net',
    sent: 'https://connect.facebook.net https://www.facebook.com',
  },
  google: {
    script: 'https://www.googletagmanager.com',
    sent: 'https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  },
}

/** The policy of a shop's page with analytics: adds the hosts of the connected providers. */
function trackingPolicy(trackers: Trackers): Record<string, string> {
  const used = (['meta', 'google'] as const).filter((name) => trackers[name]).map((name) => providers[name])
  if (used.length === 0) return {}
  const sent = `'self' ${used.map((one) => one.sent).join(' ')}`
  return {
    'content-security-policy': contentSecurityPolicy({
      'script-src': `'self' ${used.map((one) => one.script).join(' ')}`,
      'img-src': sent,
      'connect-src': sent,
      // The providers' scripts load further scripts; the page's Trusted Types policy allows their hosts.
      'trusted-types': 'shop-worker default',
    }),
  }
}
