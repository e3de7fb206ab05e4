import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { headersOf, mustBeRedirected, requestId, type App } from './app.ts'
import { admit, checked, storeHeader, tokenOf } from '../auth/authenticate.ts'
import { answerOf, keyOf, type KeptRoute } from './body-cache.ts'
import type { Cidr } from '../limits/client-address.ts'
import { ApiError } from '../errors/errors.ts'
import type { Found, RequestStore } from '../auth/key-lookup.ts'
import { KEY_LIMIT, limitHeaders } from '../limits/rate-limit.ts'

/**
 * Answers what is kept before the framework hears of the request: that costs a fifth of a catalog page (docs/adr/0022).
 * Whatever is out of the ordinary goes the usual way, with what the check said of its key.
 */
export function answerKeptFirst(app: App, trustProxy: Cidr[]): void {
  const [usually] = app.server.listeners('request') as [RequestListener]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const isOrdinary =
      request.method === 'GET' &&
      app.keptRoutes.has(request.url!) && // before what costs more
      !app.lifecycle.stopping &&
      !mustBeRedirected(request, app.publicUrl, trustProxy)
    const found = isOrdinary ? findKept(app, request.url!, request.headers) : null
    if (!found) return usually(request, response)
    const otherwise = () => {
      checked.set(request, found.check)
      usually(request, response)
    }
    found.answer.then((answer) => {
      if (!answer) return otherwise()
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }, otherwise)
  })
}

/**
 * Looks for the kept answer to a GET. Null, and nothing asked, when the address was never answered from what is kept.
 * Otherwise `check` is what is said of the key, and `answer` what the route would say, logged as there; it is null when
 * the route has to say it, by that same check.
 */
export function findKept(app: App, url: string, headers: IncomingHttpHeaders) {
  const route = app.keptRoutes.get(url)
  const token = route && tokenOf(headers)
  if (!token) return null
  const began = performance.now()
  const selector = storeHeader(headers)
  const check = app.checkKey(token, selector)
  return { check, answer: check.then(answerFor) }

  function answerFor(key: Found | undefined) {
    const store = key && storeOf(key, selector, route!)
    const kept = store && app.bodies.get(keyOf(store, url), store.catalogVersion)
    if (!kept) return null
    for (const call of app.keyUsed) call(key.id)
    const answer = answerOf(kept, headers['if-none-match'])
    const { status } = answer
    const reqId = requestId({ headers })
    const ms = Math.round(performance.now() - began)
    app.log.info({ reqId, method: 'GET', route: route!.url, status, ms, store: store.id }, 'request')
    const common = { ...headersOf(reqId), ...limitHeaders(KEY_LIMIT, key.place) }
    return { ...answer, headers: { ...common, ...answer.headers } }
  }
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
