import { LRUCache } from 'lru-cache'
import { count } from '../metrics/metrics.ts'
import type { Encoding } from './compress.ts'
import { etagOf } from './etag.ts'

export type CachedBody = {
  version: number | string
  body: Buffer
  etag: string
  /** ms; set where the body depends on the time. */
  expiresAt?: number
  headers?: Record<string, string>
}

type GeneratedBody = Buffer | Pick<CachedBody, 'body' | 'expiresAt' | 'headers'>

export type BodyCache = ReturnType<typeof bodyCache>

// The memory of an entry besides its bytes and its key: the Buffer object, the ETag, the slots in the cache's maps.
const OVERHEAD = 700

/**
 * An LRU cache of bodies in `maxBytes` of memory. Callers pass the version that the database has now; an entry of another
 * version is not used, so nothing has to be invalidated. Without it each view of a shop renders and compresses its page again.
 */
export function bodyCache(maxBytes: number) {
  const entries = new LRUCache<string, CachedBody>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ body, version, headers = {} }, key) =>
      body.length + 2 * [key, version, ...Object.values(headers)].join('').length + OVERHEAD,
  })
  const pending = new Map<string, Promise<CachedBody>>()

  return { get, set, getOrCreate }

  function get(key: string, version: CachedBody['version']): CachedBody | undefined {
    const entry = entries.get(key)
    return entry?.version === version && !isExpired(entry) ? entry : undefined
  }

  function set(key: string, entry: CachedBody): void {
    entries.set(key, { ...entry, body: withoutPool(entry.body) })
  }

  /** The body of this version. Concurrent callers share one load; an error is not cached. */
  async function getOrCreate(
    key: string,
    version: CachedBody['version'],
    make: () => Promise<GeneratedBody>,
  ): Promise<CachedBody> {
    const cached = get(key, version)
    count('cache', { cache: 'bodies', result: cached ? 'hit' : 'miss' })
    if (cached) return cached
    const pendingKey = `${version} ${key}`
    const earlier = pending.get(pendingKey)
    if (earlier) return earlier
    const made = makeEntry(key, version, make).finally(() => pending.delete(pendingKey))
    pending.set(pendingKey, made)
    return made
  }

  async function makeEntry(key: string, version: CachedBody['version'], make: () => Promise<GeneratedBody>) {
    const made = await make()
    const parts = Buffer.isBuffer(made) ? { body: made } : made
    const entry = { version, ...parts, etag: etagOf(parts.body) }
    set(key, entry)
    return entry
  }
}

const isExpired = ({ expiresAt }: CachedBody) => expiresAt !== undefined && expiresAt <= Date.now()

/** A short buffer may be a slice of a pool that is many times as large, and would keep all of it in memory. */
function withoutPool(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

/** Browsers ask each time; a proxy may answer for a second, so that a crowd in one shop costs a request a second. */
export const SAME_FOR_ALL = 'public, max-age=0, s-maxage=1'

/** How a cached body is sent. `encoding` is set where the address is served in several encodings. */
type Representation = { type: string; cacheControl: string; encoding?: Encoding }

export function conditionalResponse(
  { body, etag, headers: own }: CachedBody,
  { type, cacheControl, encoding }: Representation,
  ifNoneMatch: string | undefined,
) {
  const headers = {
    ...own,
    etag,
    'cache-control': cacheControl,
    ...(encoding && { vary: 'accept-encoding' }),
  }
  if (matches(ifNoneMatch, etag)) return { status: 304, headers }
  const encoded = encoding && encoding !== 'identity' && { 'content-encoding': encoding }
  return {
    status: 200,
    headers: { ...headers, 'content-type': type, 'content-length': body.length, ...encoded },
    body,
  }
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
