import type { Db } from '../../core/database/db.ts'

/** Apart from the store's other writes: those may wait for the catalog's lock, for which orders don't. */
export const queuedOrders = (sql: Db, storeId: string): Db => sql.queuedBy(`orders ${storeId}`)
