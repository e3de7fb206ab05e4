import type { FastifyReply, FastifyRequest } from 'fastify'
import { conditionalResponse } from './body-cache.ts'

const CATALOG = { type: 'application/json; charset=utf-8', cacheControl: 'private, no-cache' }

/** Answers a read of the catalog with the cached body of its current version, or renders and caches it; with ETag and 304. */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>) {
  const { store, server } = request
  const cached = await server.bodies.getOrCreate(keyOf(request), store.catalogVersion, async () =>
    Buffer.from(JSON.stringify(await make())),
  )
  const { status, headers, body } = conditionalResponse(cached, CATALOG, request.headers['if-none-match'])
  return reply.code(status).headers(headers).send(body)
}

/** The cache key: only the route's declared parameters, so that unknown ones can't fill the cache. */
function keyOf({ store, routeOptions, params, query }: FastifyRequest): string {
  return JSON.stringify([store.id, routeOptions.url, params, sorted(query as object)])
}

const sorted = (query: object) => Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))
