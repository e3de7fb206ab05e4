import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may ask the route, without credentials. */
    anyOrigin?: boolean
  }
}

const allowed = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Service-Store',
  'X-Request-Id',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
].join(', ')

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, X-Request-Id, Idempotent-Replayed, WWW-Authenticate',
}

/** Answers pages of any origin on the routes that follow, but for those that say `anyOrigin: false`. */
export function allowAnyOrigin(app: App): void {
  app.addHook('onRoute', (route) => {
    route.config = { anyOrigin: true, ...route.config }
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyOrigin) reply.headers(anyOrigin)
    done()
  })
}

const A_DAY = 24 * 3600

/** The answer to a browser that asks whether a page may send one of these methods. */
export const preflightHeaders = (methods: string[]) => ({
  ...anyOrigin,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': allowed,
  'access-control-max-age': A_DAY,
})

/** Whether a browser asks before it sends the request of a page. */
export const isPreflight = (method: string, headers: Record<string, unknown>) =>
  method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
