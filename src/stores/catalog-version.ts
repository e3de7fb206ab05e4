import type { Tx } from '../core/database/db.ts'

/**
 * Makes the writers of one catalog take turns, so that each sees what the ones before it left: slugs, variants, totals,
 * and the currency that amounts are in. To be called first in each transaction that writes products, categories,
 * discounts or shipping options; orders do not wait for it.
 */
export async function lockCatalog(tx: Tx, storeId: string) {
  const [store] = await tx<[{ currencyDigits: number }]>`
    select currency_digits
    from stores
    where id = ${storeId}
    for no key update`
  return store
}

/**
 * Says that the store's catalog is another one now; every kept body of it is out of date from the commit on. To be
 * called in each transaction that changes what the catalog's reads show, near its end.
 */
export async function raiseCatalogVersion(tx: Tx, storeId: string) {
  await tx`update stores set catalog_version = catalog_version + 1 where id = ${storeId}`
}
