import { observe, registerGauge } from '../metrics/metrics.ts'
import type { App } from './app.ts'
import { sentMethod } from './method-not-allowed.ts'

/** The status of a request whose client left before the response, as nginx writes it. */
const CLIENT_LEFT = 499

export function registerRequestMetrics(app: App): void {
  let active = 0
  registerGauge('activeRequests', () => [{ value: active }])
  app.addHook('onRequest', (request, reply, done) => {
    active++
    // `onResponse` is not called for a client that left.
    reply.raw.once('close', () => {
      active--
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_LEFT
      // Unknown paths and methods share one label value, so that clients can't create new ones.
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
