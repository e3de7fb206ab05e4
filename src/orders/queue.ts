import type { FastifyRequest } from 'fastify'
import type { Db } from '../core/database/db.ts'

/**
 * Queued by the store, apart from its other writes (`Db.queuedBy`): those may wait for the catalog's lock, for which orders don't.
 */
export const queuedOrders = (sql: Db, storeId: string): Db => sql.queuedBy(`orders ${storeId}`)

/** For the public POST, whose idempotency takes the request's `sql`. */
export async function queueOrder(request: FastifyRequest<{ Body: { storeId: string } }>) {
  request.sql = queuedOrders(request.server.sql, request.body.storeId)
}
