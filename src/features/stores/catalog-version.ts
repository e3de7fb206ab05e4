import type { Tx } from '../../core/database/db.ts'

/** Writers of one catalog run one at a time. Call it first in each transaction that writes products, categories, discounts, shipping. */
export async function lockCatalog(tx: Tx, storeId: string) {
  const [store] = await tx<[{ currencyDigits: number }]>`
    select currency_digits
    from stores
    where id = ${storeId}
    for no key update`
  return store
}

/** Cached bodies go stale on commit. Call it near the end of each transaction that changes what catalog reads show. */
export async function raiseCatalogVersion(tx: Tx, storeId: string) {
  await tx`update stores set catalog_version = catalog_version + 1 where id = ${storeId}`
}

/** Marks that the store tracks stock: from then on orders are part of the version, because the API shows exact stock. */
export async function markStockCounted(tx: Tx, storeId: string) {
  await tx`update stores set keeps_stock = true where id = ${storeId} and not keeps_stock`
}

/** Opens a store at a domain, or nowhere but at its slug. Bumps the catalog's version: cached pages name the address. */
export async function setStoreDomain(tx: Tx, storeId: string, domain: string | null): Promise<void> {
  await tx`
    update stores
    set domain = ${domain}, catalog_version = catalog_version + 1
    where id = ${storeId} and domain is distinct from ${domain}`
}
