import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestStore } from '../auth/key-lookup.ts'

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

/** A route that answers with what is kept, as the address of a request leads to it. */
export type KeptRoute = Pick<FastifyRequest['routeOptions'], 'url' | 'config'>

const MOST_ADDRESSES = 5_000
const LONGEST_ADDRESS = 300

/** Answers a read of the catalog from the kept body of the store's present version, or makes it; with ETag and 304. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>) {
  const { store, server, url } = request
  rememberRoute(request)
  let kept = server.bodies.get(keyOf(store, url), store.catalogVersion)
  if (!kept) {
    const body = Buffer.from(JSON.stringify(await make()))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    kept = { version: store.catalogVersion, body, etag }
    server.bodies.set(keyOf(store, url), kept)
  }
  const { status, headers, body } = answerOf(kept, request.headers['if-none-match'])
  return reply.code(status).headers(headers).send(body)
}

function rememberRoute({ server, url, routeOptions }: FastifyRequest): void {
  if (url.length > LONGEST_ADDRESS) return
  if (server.keptRoutes.size >= MOST_ADDRESSES) server.keptRoutes.clear()
  server.keptRoutes.set(url, routeOptions)
}

export const keyOf = ({ id }: RequestStore, url: string) => `${id} ${url}`

/** What is sent of a kept body: all of it, or 304 to who has it already. */
export function answerOf({ body, etag }: Kept, ifNoneMatch: string | undefined) {
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (matches(ifNoneMatch, etag)) return { status: 304, headers }
  const type = 'application/json; charset=utf-8'
  return { status: 200, headers: { ...headers, 'content-type': type, 'content-length': body.length }, body }
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
