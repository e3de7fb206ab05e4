import type { Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'

/** Requires the catalog lock. @throws 409 `DUPLICATE_CODE` when a discount other than `id` has the code */
export async function requireFreeCode(tx: Tx, storeId: string, code: string, id: string) {
  const [other] = await tx`
    select 1 from discounts where store_id = ${storeId} and code = ${code} and id <> ${id}`
  if (other) throw conflict('DUPLICATE_CODE', 'Ya existe un descuento con este código')
}
