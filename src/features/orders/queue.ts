import type { Db } from '../../core/database/db.ts'

/**
 * Queued by the store, apart from its other writes (`Db.queuedBy`): those may wait for the catalog's lock, for which orders don't.
 */
export const queuedOrders = (sql: Db, storeId: string): Db => sql.queuedBy(`orders ${storeId}`)
