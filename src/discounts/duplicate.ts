import { violated } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'

/** What a failed write of a discount tells the client: a taken code is a 409, the rest is passed on. */
export function duplicateCode(error: unknown): unknown {
  if (violated(error) !== 'discounts_store_id_code_key') return error
  return conflict('DUPLICATE_CODE', 'Ya existe un descuento con este código')
}
