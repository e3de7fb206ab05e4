import { findProducts } from '../../../features/products/get.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { lockVariants } from '../../../features/products/variants.ts'
import { lockCatalog } from '../../../features/stores/catalog-version.ts'
import { authorize } from '../../../core/auth/caller.ts'
import type { Tx } from '../../../core/database/db.ts'
import { performTogether, type PerformIn } from '../../../core/operations/perform.ts'
import { callerOf } from '../forms/perform.ts'
import { contentKey } from '../forms/submit.ts'
import type { StoreContext } from '../page.ts'

/**
 * Changes products by what they are at present, in one transaction: all of them, or none. Neither a person nor an order changes
 * them in between. Once for the form's key: a repeat gets the first result. @param work its result must be JSON @throws ApiError
 */
export function changeProducts<T>(
  context: StoreContext,
  ids: string[],
  form: { key: string; content: unknown },
  work: (products: Map<string, ProductRow>, performIn: PerformIn, tx: Tx) => Promise<T>,
): Promise<T> {
  const { app, store } = context
  const caller = callerOf(context, updateProduct)
  authorize(caller, updateProduct)
  const change = async (performIn: PerformIn, tx: Tx) => {
    await lockCatalog(tx, store.id)
    await lockVariants(tx, store.id, ids)
    return work(await findProducts(tx, store.id, ids), performIn, tx)
  }
  const key = contentKey(form.key, form.content)
  return performTogether(app, caller, change, key)
}
