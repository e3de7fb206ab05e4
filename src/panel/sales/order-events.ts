import type { OutgoingHttpHeaders } from 'node:http'
import { methodNotAllowed, tooBusy } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import type { Log } from '../../core/process/log.ts'
import { orderStreams } from './order-streams.ts'
import { enterStore } from '../register.ts'

/** ms after which a browser connects again; spread, so that a restart does not bring all of them at once. */
const pause = () => 2_000 + Math.round(Math.random() * 6_000)

/** Server-sent events: the version of the store's orders, which changes with each order and each status. */
export function orderEventsRoute(app: App) {
  const streams = orderStreams(app.sql, app.log as Log)
  app.addHook('preClose', () => streams.close())
  app.get('/t/:slug/eventos', async (request, reply) => {
    if (request.raw.isHead) throw methodNotAllowed('GET')
    const context = await enterStore(app, request, reply, 'orders:read')
    if (!context) return reply
    const { session, store } = context
    const viewer = { sessionId: session.id, accountId: session.accountId, storeId: store.id }
    const response = reply.raw
    if (response.destroyed) return reply // its `close`, which ends the stream, is over
    if (app.lifecycle.stopping || !streams.open(viewer, response)) throw tooBusy()
    // No proxy may hold events back, nor compress them in blocks.
    reply.hijack().headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    response.shouldKeepAlive = false
    response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    response.write(`retry: ${pause()}\n\n`)
  })
}
