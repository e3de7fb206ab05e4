import type { RequestListener } from 'node:http'
import { headersOf, mustBeRedirected, requestId, type App } from './app.ts'
import { admit, checked, storeHeader, tokenOf } from './auth.ts'
import { answerOf, keyOf, type KeptRoute } from './cache.ts'
import type { Cidr } from './client-address.ts'
import { ApiError } from './errors.ts'
import type { Found, RequestStore } from './key-check.ts'
import { KEY_LIMIT, limitHeaders } from './rate-limit.ts'

/**
 * Answers what is kept before the framework hears of the request: that costs a fifth of a catalog page (docs/adr/0022).
 * Whatever is out of the ordinary goes the usual way, with what the check said of its key.
 */
export function answerKeptFirst(app: App, trustProxy: Cidr[]): void {
  const [usually] = app.server.listeners('request') as [RequestListener]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const route = request.method === 'GET' ? app.keptRoutes.get(request.url!) : undefined
    const token = route && tokenOf(request.headers)
    if (!token || app.lifecycle.stopping || mustBeRedirected(request, app.publicUrl, trustProxy)) {
      return usually(request, response)
    }
    const began = performance.now()
    const selector = storeHeader(request.headers)
    const check = app.checkKey(token, selector)
    const otherwise = () => {
      checked.set(request, check)
      usually(request, response)
    }
    check.then((key) => {
      const store = key && storeOf(key, selector, route)
      const kept = store && app.bodies.get(keyOf(store, request.url!), store.catalogVersion)
      if (!kept) return otherwise()
      const { status, headers, body } = answerOf(kept, request.headers['if-none-match'])
      const reqId = requestId(request)
      response.writeHead(status, { ...headersOf(reqId), ...limitHeaders(KEY_LIMIT, key.place), ...headers })
      response.end(body)
      for (const call of app.keyUsed) call(key.id)
      const ms = Math.round(performance.now() - began)
      app.log.info({ reqId, method: 'GET', route: route.url, status, ms, store: store.id }, 'request')
    }, otherwise)
  })
}

/** The store whose catalog the key may read; nothing when there is something to object to, which the route says. */
function storeOf(key: Found, selector: string | null, { config }: KeptRoute): RequestStore | undefined {
  if (key.place > KEY_LIMIT.max) return undefined
  try {
    return admit(key, selector, config)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
