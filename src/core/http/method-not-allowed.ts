import type { App } from './app.ts'
import { originLookup } from '../auth/origin-lookup.ts'
import { anyOrigin, isPreflight, listedPreflightHeaders, preflightHeaders } from './cors.ts'
import { methodNotAllowed } from '../errors/errors.ts'

/** Registers a 405 for every other method of each known path, and answers preflights. Call it after all routes. */
export function answerMethodNotAllowed(app: App): void {
  const isListed = originLookup(app.sql)
  for (const [url, routes] of app.knownRoutes) {
    const known = routes.flatMap(({ method }) => method)
    const others = app.supportedMethods.filter((m) => !known.includes(m))
    const isOpen = routes.some(({ config }) => config?.anyOrigin)
    const listedOrigins = routes.some(({ config }) => config?.listedOrigins)
    app.route({
      method: others,
      url,
      config: { idempotent: false },
      onRequest: async ({ method, headers }, reply) => {
        const asked = isPreflight(method, headers) ? headers.origin! : null
        if (asked && isOpen) return reply.code(204).headers(preflightHeaders(known)).send()
        // An assistant's client in a browser asks for a stream by GET, and goes on without one where it can read the 405.
        if (isOpen) reply.headers(anyOrigin)
        if (listedOrigins) reply.header('vary', 'origin')
        if (!asked || !listedOrigins || !(await isListed(asked, null)))
          throw methodNotAllowed(known.join(', '))
        return reply.code(204).headers(listedPreflightHeaders(known, asked)).send()
      },
      handler: () => {},
    })
  }
}

const usualMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/**
 * Maps uncommon methods (`PROPFIND`) to `TRACE`, which no route uses: they get the same 405, and registering every method of
 * Node for every path would cost megabytes.
 */
export function mapUncommonMethod(request: { method?: string; url?: string }): string {
  if (!usualMethods.has(request.method ?? '')) request.method = 'TRACE'
  return request.url ?? ''
}
