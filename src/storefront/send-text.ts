import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse, type CachedBody } from '../core/http/body-cache.ts'
import { acceptsEncoding } from '../core/http/compress.ts'
import { concurrencyLimiter } from '../core/limits/concurrency-limiter.ts'
import { findShop, findCacheValidator, type Shop } from './shop.ts'

type Text = { name: string; type: string; write: (shop: Shop) => AsyncIterable<string> }

/**
 * Answers with a text of a store's whole catalog, for machines: written piece by piece into a compressor, one at a time
 * for a store, and cached compressed for the store's version. Who takes no gzip gets it unpacked on the way.
 */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, write }: Text,
) {
  const { sql, server, params } = request
  const { slug } = params as { slug: string }
  const { id, themeVersion, catalogVersion } = await findCacheValidator(sql, slug)
  const cached = await server.bodies.getOrCreate(
    `text ${id} ${name}`,
    `${catalogVersion} ${themeVersion}`,
    () => inTurn(async () => gzipped(write(await findShop(sql, slug)))),
  )
  return sendGzipped(request, reply, cached, { type, cacheControl: 'public, no-cache' })
}

// Each reads a catalog of up to 10,000 products: two at once, so that pages go on.
const inTurn = concurrencyLimiter(2, 10_000)

/** With `pipeline`, which passes a failed query on: after `pipe`, it would end the process. */
export const gzipped = (pieces: AsyncIterable<string>): Promise<Buffer> =>
  pipeline(pieces, createGzip(), buffer)

type How = { type: string; cacheControl: string }

export function sendGzipped(request: FastifyRequest, reply: FastifyReply, cached: CachedBody, how: How) {
  const ifNoneMatch = request.headers['if-none-match']
  if (acceptsEncoding(request.headers['accept-encoding'], 'gzip')) {
    const { status, headers, body } = conditionalResponse(cached, { ...how, encoding: 'gzip' }, ifNoneMatch)
    return reply.code(status).headers(headers).send(body)
  }
  const plain = { ...cached, etag: cached.etag.replace(/"$/, '-plain"') }
  const { status, headers, body } = conditionalResponse(plain, { ...how, encoding: 'identity' }, ifNoneMatch)
  return reply
    .code(status)
    .headers(headers)
    .removeHeader('content-length')
    .send(body && Readable.from([body]).pipe(createGunzip({ chunkSize: 65_536 })))
}
