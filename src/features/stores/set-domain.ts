import type { Tx } from '../../core/database/db.ts'

/** Opens a store at a domain, or nowhere but at its slug. Bumps the catalog's version: cached pages name the address. */
export async function setStoreDomain(tx: Tx, storeId: string, domain: string | null): Promise<void> {
  await tx`
    update stores
    set domain = ${domain}, catalog_version = catalog_version + 1
    where id = ${storeId} and domain is distinct from ${domain}`
}
