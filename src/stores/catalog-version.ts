import type { Tx } from '../core/db.ts'

/**
 * Says that the store's catalog is another one now; every kept body of it is out of date from the commit on. To be
 * called in each transaction that changes what the catalog's reads show, near its end.
 */
export async function raiseCatalogVersion(tx: Tx, storeId: string) {
  await tx`update stores set catalog_version = catalog_version + 1 where id = ${storeId}`
}
