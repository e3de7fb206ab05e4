import type { App } from './app.ts'
import { methodNotAllowed } from '../errors/errors.ts'

/** Answers 405 wherever an address exists under another method. To be called when every address is known. */
export function answerMethodNotAllowed(app: App): void {
  for (const [url, routes] of app.knownRoutes) {
    const known = routes.flatMap(({ method }) => method)
    const others = app.supportedMethods.filter((m) => !known.includes(m))
    app.route({
      method: others,
      url,
      config: { idempotent: false },
      onRequest: async () => {
        throw methodNotAllowed(known.join(', '))
      },
      handler: () => {},
    })
  }
}

const usualMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/**
 * The router knows the usual methods. Another one (`PROPFIND`) is no address's own either, and goes on as `TRACE`:
 * routes for each of them would cost megabytes.
 */
export function asUsualMethod(request: { method?: string; url?: string }): string {
  if (!usualMethods.has(request.method ?? '')) request.method = 'TRACE'
  return request.url ?? ''
}
