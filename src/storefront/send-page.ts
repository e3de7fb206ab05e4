import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, pickEncoding, type Encoding } from '../core/compress.ts'
import type { Html } from '../core/html.ts'
import type { Shop } from './shop.ts'

const HTML = 'text/html; charset=utf-8'

/**
 * Answers with a page of the catalog: from the kept bytes of the store's present version and edition, or rendered and
 * compressed now. `address` tells the page from the others of its store.
 */
export async function sendKeptPage(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: Shop,
  address: string,
  make: () => Promise<Html>,
  type = HTML,
) {
  const { bodies } = request.server
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const key = `page ${shop.id} ${shop.edition} ${address} ${encoding}`
  let kept = bodies.get(key, shop.catalogVersion)
  if (!kept) {
    const body = await compressed(Buffer.from((await make()).markup), encoding, 'quick')
    kept = { version: shop.catalogVersion, body, etag: etagOf(body) }
    bodies.set(key, kept)
  }
  reply.header('content-type', type)
  return pageHeaders(request, reply, kept.etag, encoding) ? '' : kept.body
}

/** Answers with a page that belongs to one visitor or one moment. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Html) {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  reply.header('content-type', HTML).header('vary', 'accept-encoding')
  return await compressed(Buffer.from(page.markup), encoding, 'quick')
}

/** @returns true when the visitor has this very page already */
function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  encoding: Encoding,
): boolean {
  reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'public, no-cache')
  if (request.headers['if-none-match']?.includes(etag)) {
    reply.code(304)
    return true
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return false
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
