import type { FastifyRequest } from 'fastify'

/** For a public POST that names its store: the store's share of connections bounds it (`Db.queuedBy`). */
export async function queueByStore(request: FastifyRequest<{ Body: { storeId: string } }>) {
  request.sql = request.server.sql.queuedBy(request.body.storeId)
}
