import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse, SAME_FOR_ALL, type CachedBody } from '../../core/http/body-cache.ts'
import { acceptsEncoding } from '../../core/http/compress.ts'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { requireOwnAddress, visitedShop, type Shop } from '../../features/catalog/shop.ts'

type Text = { name: string; type: string; write: (shop: Shop) => AsyncIterable<string> }

/**
 * Sends a text of a store's whole catalog, for machines. It is streamed into gzip, once for concurrent requests, and cached
 * compressed by the catalog's version; for clients without gzip it is decompressed on the fly.
 */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, write }: Text,
) {
  const { server, params } = request
  const { slug } = params as { slug: string }
  const version = await server.pageVersions.find(slug)
  requireOwnAddress(request, version)
  const { id, themeVersion, catalogVersion } = version
  const cached = await server.bodies.getOrCreate(
    `text ${id} ${name}`,
    `${catalogVersion} ${themeVersion}`,
    () => inTurn(id, async () => gzipped(write(await visitedShop(request)))),
  )
  return sendGzipped(request, reply, cached, { type, cacheControl: SAME_FOR_ALL })
}

export const inTurn = fairQueue(queues.texts)

/** Uses `pipeline`, which propagates a failed query; after `pipe`, it would end the process. */
export const gzipped = (pieces: AsyncIterable<string>): Promise<Buffer> =>
  pipeline(pieces, createGzip(), buffer)

type How = { type: string; cacheControl: string }

const unzips = fairQueue(queues.unzips)

/** @throws 503 when too many, or this client, wait for a text without gzip */
export async function sendGzipped(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedBody,
  how: How,
) {
  const ifNoneMatch = request.headers['if-none-match']
  if (acceptsEncoding(request.headers['accept-encoding'], 'gzip')) {
    const { status, headers, body } = conditionalResponse(cached, { ...how, encoding: 'gzip' }, ifNoneMatch)
    return reply.code(status).headers(headers).send(body)
  }
  const plain = { ...cached, etag: cached.etag.replace(/"$/, '-plain"') }
  const { status, headers, body } = conditionalResponse(plain, { ...how, encoding: 'identity' }, ifNoneMatch)
  if (!body) return reply.code(status).headers(headers).removeHeader('content-length').send()
  return unzips(request.clientAddress, async () => {
    if (reply.sent || reply.raw.destroyed) return reply
    const text = Readable.from([body]).pipe(createGunzip({ chunkSize: 65_536 }))
    reply.code(status).headers(headers).removeHeader('content-length').send(text)
    await finished(text).catch(() => {}) // the client left
    return reply
  })
}
