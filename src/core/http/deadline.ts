import { unavailable } from '../errors/errors.ts'
import type { App } from './app.ts'

/**
 * Answers 503 when a route takes longer than its `handlerTimeout`. Fastify's own timer ends with the request's `close`, which
 * Node emits once the body was read: a POST would wait until its connection is given up.
 */
export function answerInTime(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const ms = request.routeOptions.handlerTimeout
    if (!ms) return done()
    const late = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      reply.send(Object.assign(unavailable(), { cause: new Error(`No answer within ${ms} ms`) }))
    }, ms)
    reply.raw.once('close', () => clearTimeout(late))
    done()
  })
}
