import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Kept = { version: number; body: Buffer; etag: string }

export type BodyCache = ReturnType<typeof bodyCache>

/**
 * Bodies of the catalog as ready bytes, at most `maxBytes` of them, the least recently used thrown out first. Each is
 * valid for one version of its store's catalog, which every request brings along from the database: a kept body is
 * right, or it isn't used.
 */
export function bodyCache(maxBytes: number) {
  const kept = new Map<string, Kept>()
  let bytes = 0

  return { get, set }

  function get(key: string, version: number): Kept | undefined {
    const entry = kept.get(key)
    if (entry?.version !== version) return undefined
    kept.delete(key)
    kept.set(key, entry)
    return entry
  }

  function set(key: string, entry: Kept): void {
    drop(key)
    if (entry.body.length > maxBytes / 8) return
    kept.set(key, entry)
    bytes += entry.body.length + key.length
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function drop(key: string): void {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    bytes -= entry.body.length + key.length
  }
}

/** Answers a read of the catalog from the kept body of the store's present version, or makes it; with ETag and 304. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>) {
  const { store, server, routeOptions } = request
  const key = `${store.id} ${routeOptions.url} ${JSON.stringify(request.params)} ${JSON.stringify(request.query)}`
  let entry = server.bodies.get(key, store.catalogVersion)
  if (!entry) {
    const body = Buffer.from(JSON.stringify(await make()))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    entry = { version: store.catalogVersion, body, etag }
    server.bodies.set(key, entry)
  }
  reply.header('etag', entry.etag).header('cache-control', 'private, no-cache')
  if (matches(request.headers['if-none-match'], entry.etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(entry.body)
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
