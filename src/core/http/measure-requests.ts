import { observe, registerGauge } from '../metrics/metrics.ts'
import type { App } from './app.ts'
import { sentMethod } from './method-not-allowed.ts'

/** The status of a request whose client left before the answer, as nginx writes it. */
const CLIENT_LEFT = 499

/** Counts and times what comes in over the network, by route; requests that the service asks of itself are left out. */
export function registerRequestMetrics(app: App): void {
  let active = 0
  registerGauge('activeRequests', () => [{ value: active }])
  app.addHook('onRequest', (request, reply, done) => {
    if ('isLightMyRequest' in request.raw) return done()
    active++
    // `onResponse` is not called for a client that left.
    reply.raw.once('close', () => {
      active--
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_LEFT
      // Addresses that don't exist, and methods that they don't have, share one name: nobody can make up new ones.
      const isUnknown = request.is404 || status === 405
      const labels = {
        http_request_method: sentMethod(request),
        http_route: (!isUnknown && request.routeOptions.url) || 'unknown',
        http_response_status_code: status,
      }
      observe('requests', labels, reply.elapsedTime)
    })
    done()
  })
}
