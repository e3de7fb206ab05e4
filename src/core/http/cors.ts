import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Key, KeyLookup, RequestStore } from '../auth/key-lookup.ts'
import { ApiError } from '../errors/errors.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    anyOrigin?: boolean
    /** Pages of the store's allowed origins may request the route, without credentials. */
    listedOrigins?: boolean
  }
}

const allowed = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Service-Store',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'traceparent',
  'UCP-Agent',
  'Request-Id',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
].join(', ')

const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, X-Request-Id, Idempotent-Replayed, WWW-Authenticate, ' +
    'ETag, Location',
})
export const anyOrigin = corsHeaders('*')

/** Allows any origin on the routes registered after it, except those with `anyOrigin: false`. */
export function allowAnyOrigin(app: App): void {
  app.addHook('onRoute', (route) => {
    route.config = { anyOrigin: true, ...route.config }
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyOrigin) reply.headers(anyOrigin)
    done()
  })
}

/**
 * Allows the store's `allowed_origins` on the routes registered after it. The header is set on every response, so that a page
 * can read errors too. The hook queries nothing: while it waited, a time-out would send a second response.
 */
export function allowListedOrigins(app: App): void {
  app.addHook('onRoute', (route) => {
    route.config = { listedOrigins: true, ...route.config }
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('vary', 'origin')
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { origin } = request.headers
    if (origin !== undefined && storeOf(request)?.allowedOrigins?.includes(origin)) {
      reply.headers(corsHeaders(origin))
    }
    done(null, payload)
  })
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The hook that authenticates. A 401 concerns no store: pages of an origin that any store lists may read it. */
export const readableByListedOrigins =
  (authenticate: Authenticate): Authenticate =>
  async (request, reply) => {
    try {
      await authenticate(request, reply)
    } catch (error) {
      const { origin } = request.headers
      const isUnauthorized = error instanceof ApiError && error.status === 401
      if (origin && isUnauthorized && (await request.server.isListedOrigin(origin)))
        reply.headers(corsHeaders(origin))
      throw error
    }
  }

/** The store of the request, also of a rejected one; none for an account key that selected no store. */
function storeOf({ store, key }: Partial<FastifyRequest>): RequestStore | null | undefined {
  const known: (Key & Partial<KeyLookup>) | undefined = key
  return store ?? (known?.kind === 'STORE' ? known.store : undefined)
}

const [A_DAY, TEN_MINUTES] = [24 * 3600, 600]

export const preflightHeaders = (methods: string[]) => ({
  ...anyOrigin,
  ...preflight(methods, A_DAY),
})

/** The headers of a preflight response for an origin that some store allows; cached briefly, because the list can change. */
export const listedPreflightHeaders = (methods: string[], origin: string) => ({
  ...corsHeaders(origin),
  ...preflight(methods, TEN_MINUTES),
  vary: 'origin',
})

const preflight = (methods: string[], maxAge: number) => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': allowed,
  'access-control-max-age': maxAge,
})

export const isPreflight = (method: string, headers: Record<string, unknown>) =>
  method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
