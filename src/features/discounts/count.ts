import type { Tx } from '../../core/database/db.ts'

/** How many discounts of the store are active: what the plan caps. */
export async function countActiveDiscounts(tx: Tx, storeId: string): Promise<number> {
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used from discounts where store_id = ${storeId} and is_active`
  return used
}
