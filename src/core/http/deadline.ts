import { unavailable } from '../errors/errors.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ms until a request whose response has not begun gets a 503; MAX_HANDLER_MS where a route says nothing. */
    maxHandlerMs?: number
    /** ms until a response that has not arrived is cut off; MAX_DELIVERY_MS where a route says nothing. */
    maxDeliveryMs?: number
  }
}

const MAX_HANDLER_MS = 20_000
/** A feed of 10 MB for a crawler that reads 50 KB/s takes 200 s, and a table on a phone on a slow network as long. */
const MAX_DELIVERY_MS = 600_000

/**
 * Sends 503 when a route takes longer than its `maxHandlerMs` to respond, and cuts off a response that the client takes longer
 * than `maxDeliveryMs` to read; one who reads nothing is cut off sooner (MAX_SILENCE_MS). Not Fastify's `handlerTimeout`: its
 * timer ends with the request's `close`, which Node emits once the body was read.
 */
export function enforceDeadline(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { maxHandlerMs = MAX_HANDLER_MS, maxDeliveryMs = MAX_DELIVERY_MS } = request.routeOptions.config
    let timer = setTimeout(() => {
      const isHijacked = reply.sent && !reply.raw.writableEnded
      if (isHijacked) return
      timer = setTimeout(() => reply.raw.destroy(), maxDeliveryMs)
      if (reply.raw.headersSent) return
      reply.send(Object.assign(unavailable(), { cause: new Error(`No response within ${maxHandlerMs} ms`) }))
    }, maxHandlerMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
