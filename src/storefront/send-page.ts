import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, pickEncoding, type Encoding } from '../core/http/compress.ts'
import type { Html } from '../core/http/html.ts'
import { findShop, visitShop, type Shop } from './shop.ts'

const HTML = 'text/html; charset=utf-8'

/**
 * Answers with a page of the catalog: from the kept bytes of the store's present version and edition, or rendered and
 * compressed now. `address` tells the page from the others of its store. @throws 404, Moved, Suspended
 */
export async function sendKeptPage(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  make: (shop: Shop) => Promise<Html>,
  type = HTML,
) {
  const { sql, server } = request
  const { slug } = request.params as { slug: string }
  const { id, edition, catalogVersion: version } = await visitShop(sql, slug)
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const key = `page ${id} ${edition} ${address} ${encoding}`
  let kept = server.bodies.get(key, version)
  if (!kept) {
    const page = await make(await findShop(sql, slug))
    const body = await compressed(Buffer.from(page.markup), encoding, 'quick')
    kept = { version, body, etag: etagOf(body) }
    server.bodies.set(key, kept)
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
