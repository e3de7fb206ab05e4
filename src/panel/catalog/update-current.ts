import { ApiError } from '../../core/errors/errors.ts'
import { findProduct } from '../../products/get.ts'
import { productEtag, type ProductRow } from '../../products/product.ts'
import { callApi } from '../forms/call-api.ts'
import type { StoreContext } from '../page.ts'

const MAX_ATTEMPTS = 6

/**
 * Updates a product through the API by what it is at present: computed and tried again where an order or another person changed it
 * in between. @param changesOf the body; null where nothing is to be changed @throws ApiError
 */
export async function updateCurrent(
  { sql, store, session, request }: StoreContext,
  id: string,
  changesOf: (product: ProductRow) => object | null,
): Promise<boolean> {
  for (let n = 1; ; n++) {
    const product = await findProduct(sql, store.id, id)
    const body = changesOf(product)
    if (body === null) return false
    const headers = { 'if-match': productEtag(product, 'all') }
    try {
      await callApi(request, session, store, { method: 'PUT', address: `/products/${id}`, body, headers })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || n === MAX_ATTEMPTS) throw error
    }
  }
}
