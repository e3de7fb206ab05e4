import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from '../core/http/body-cache.ts'
import { compressed, pickEncoding } from '../core/http/compress.ts'
import type { Html } from '../core/http/html.ts'
import { nextChange, type Schedule } from '../hours/hours.ts'
import { trackingPolicy } from './security.ts'
import { findShop, findCacheValidator, type Shop } from './shop.ts'

const HTML = 'text/html; charset=utf-8'

/**
 * Answers with a page of the catalog: from the cached bytes of the store's present version and theme version, or rendered
 * and compressed now; it also ends with the state, open or closed, that it tells of. `address` tells the page from the
 * others of its store; it holds what the page knows, never what a stranger typed. @throws 404, Moved, Suspended
 */
export async function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  make: (shop: Shop) => Promise<Html>,
) {
  const { sql, server } = request
  const { slug } = request.params as { slug: string }
  const { id, themeVersion, catalogVersion } = await findCacheValidator(sql, slug)
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const cached = await server.bodies.getOrCreate(
    `page ${id} ${address} ${encoding}`,
    `${catalogVersion} ${themeVersion}`,
    async () => {
      const shop = await findShop(sql, slug)
      const expiresAt = changesAt(shop.schedule, Date.now()) // before the page is made: it may say the state after this
      const page = await make(shop)
      const body = await compressed(Buffer.from(page.markup), encoding, 'quick')
      return { body, headers: trackingPolicy(shop.trackers), ...(expiresAt !== null && { expiresAt }) }
    },
  )
  const how = { type: HTML, cacheControl: 'public, no-cache', encoding }
  const { status, headers, body } = conditionalResponse(cached, how, request.headers['if-none-match'])
  return reply.code(status).headers(headers).send(body)
}

const HOUR = 3_600_000

/**
 * When what a page says of open or closed may be over: null when the clock does not change it. An hour is the most,
 * because clocks that are set back show an hour twice.
 */
function changesAt(schedule: Schedule, now: number): number | null {
  const change = nextChange(schedule, now)
  return change === null ? null : Math.min(change, now + HOUR)
}

/** Answers with a page that belongs to one visitor or one moment. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Html) {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const body = await compressed(Buffer.from(page.markup), encoding, 'quick')
  // After the compression: an error in between is answered with another body.
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  reply.header('content-type', HTML).header('vary', 'accept-encoding')
  return body
}

/** The same for a page of a shop that counts visits. */
export function sendShopPage(request: FastifyRequest, reply: FastifyReply, { trackers }: Shop, page: Html) {
  reply.headers(trackingPolicy(trackers))
  return sendPage(request, reply, page)
}
