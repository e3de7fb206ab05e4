import { unavailable } from '../errors/errors.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ms until a request is answered with 503; MAX_HANDLER_MS where a route says nothing. */
    maxHandlerMs?: number
  }
}

const MAX_HANDLER_MS = 20_000
/** For a large table to be read, and to arrive on a phone on a slow network. */
export const MAX_DOWNLOAD_MS = 600_000

/**
 * Answers 503 when a route takes longer than its `maxHandlerMs`, and cuts off a stream that does. Not Fastify's
 * `handlerTimeout`: its timer ends with the request's `close`, which Node emits once the body was read.
 */
export function enforceDeadline(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const ms = request.routeOptions.config.maxHandlerMs ?? MAX_HANDLER_MS
    const timer = setTimeout(() => {
      if (reply.sent) return
      if (reply.raw.headersSent) return void reply.raw.destroy()
      reply.send(Object.assign(unavailable(), { cause: new Error(`No answer within ${ms} ms`) }))
    }, ms)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
