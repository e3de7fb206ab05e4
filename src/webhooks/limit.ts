import type { FastifyReply, FastifyRequest } from 'fastify'
import { applyLimit, type Limit } from '../core/limits/rate-limit.ts'

/** A hook that counts requests per webhook, before the request's transaction begins; `webhookOf` finds it from the id in the path. */
export function limitPerWebhook(
  limit: Limit,
  webhookOf: (request: FastifyRequest, id: string) => string | Promise<string> = (_request, id) => id,
) {
  return async function countWebhook(request: FastifyRequest, reply: FastifyReply) {
    const webhookId = await webhookOf(request, (request.params as { id: string }).id)
    applyLimit(reply, limit, await request.server.hits.count(limit, `${request.store.id} ${webhookId}`))
  }
}
