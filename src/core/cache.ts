import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Kept = { version: number; body: Buffer; etag: string }

export type BodyCache = ReturnType<typeof bodyCache>

// What an entry costs beside its bytes and its key's.
const OVERHEAD = 256

/**
 * Bodies of the catalog as ready bytes, at most `maxBytes` of them. Each is valid for one version of its store's
 * catalog, which every request brings along from the database: a kept body is right, or it isn't used. When the young
 * half is full it becomes the old one, and what nobody asked for since the last time is dropped.
 */
export function bodyCache(maxBytes: number) {
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  let bytes = 0 // of the young half

  return { get, set }

  function get(key: string, version: number): Kept | undefined {
    const entry = young.get(key) ?? rejuvenated(key)
    return entry?.version === version ? entry : undefined
  }

  function rejuvenated(key: string): Kept | undefined {
    const entry = old.get(key)
    if (entry) set(key, entry)
    return entry
  }

  function set(key: string, entry: Kept): void {
    const size = sizeOf(key, entry)
    if (size > maxBytes / 8) return
    const before = young.get(key)
    bytes += size - (before ? sizeOf(key, before) : 0)
    young.set(key, entry)
    old.delete(key)
    if (bytes > maxBytes / 2) {
      old = young
      young = new Map()
      bytes = 0
    }
  }
}

const sizeOf = (key: string, { body }: Kept) => body.length + key.length + OVERHEAD

/** The hook of a route that ends in `sendKept`: where the answer is kept, nothing more is read of the request. */
export function answerKept(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const kept = request.server.bodies.get(keyOf(request), request.store.catalogVersion)
  if (kept) answer(request, reply, kept)
  else done()
}

/** Answers a read of the catalog with a body that is made now and kept for the store's present version; with ETag and 304. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>) {
  const { store, server } = request
  const body = Buffer.from(JSON.stringify(await make()))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const entry = { version: store.catalogVersion, body, etag }
  server.bodies.set(keyOf(request), entry)
  return answer(request, reply, entry)
}

const keyOf = ({ store, url }: FastifyRequest) => `${store.id} ${url}`

function answer({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: Kept): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
