import { Type, type Static } from 'typebox'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { Body, Reference } from '../../core/http/schema.ts'
import type { PerformIn } from '../../core/operations/perform.ts'
import { deleteProduct } from '../../products/delete.ts'
import type { ProductRow } from '../../products/product.ts'
import { updateProduct } from '../../products/update.ts'
import { plural } from '../../pages/format.ts'
import { countWrites } from '../forms/bulk.ts'
import type { StoreContext } from '../page.ts'
import { changedPrices } from './price-percent.ts'
import { changeProducts } from './update-products.ts'

export const BulkProducts = Body({
  ids: Type.Optional(Type.Array(Reference('Producto'), { maxItems: 100 })),
  action: Type.Enum(['show', 'hide', 'category', 'price', 'delete']),
  categoryId: Type.Optional(Reference('Categoría')),
  percent: Type.Optional(Type.Number({ minimum: -99, maximum: 1000 })),
})
export type BulkProducts = Static<typeof BulkProducts>

/**
 * Applies an action to all selected products in one transaction. @throws 400 when nothing is selected or the percentage is missing,
 * and the error of the first product that can't be changed: then none is
 */
export async function changeEach(context: StoreContext, input: BulkProducts, key: string): Promise<string> {
  const { ids = [], action, percent } = input
  if (ids.length === 0) throw invalid('ids', 'min_items', 'Elige al menos un producto')
  if (action === 'price' && percent === undefined) {
    throw invalid('percent', 'required', 'Escribe cuánto cambia el precio, por ejemplo 10 o -10')
  }
  await countWrites(context, ids.length)
  const done = await changeProducts(context, ids, { key, content: input }, async (products, performIn) => {
    for (const product of products.values()) {
      await change(context, performIn, product, input).catch((error: unknown) => {
        throw error instanceof ApiError && error.status < 500 ? withName(error, product.name) : error
      })
    }
    return products.size
  })
  const missing = ids.length - done
  const gone = missing === 0 ? '' : ` ${plural(missing, 'ya no existe', 'ya no existen')}.`
  return `${plural(done, 'producto', 'productos')}: ${results[action]}.${gone}`
}

const withName = ({ status, body, headers }: ApiError, name: string) =>
  new ApiError(status, { error: `No cambió ninguno. ${name}: ${body.error}`, code: body.code! }, headers)

function change(
  { store }: StoreContext,
  performIn: PerformIn,
  product: ProductRow,
  { action, categoryId, percent = 0 }: BulkProducts,
): Promise<unknown> {
  const { id } = product
  if (action === 'delete') return performIn(deleteProduct, { id })
  const body = {
    category: { categoryId: categoryId ?? null },
    price: changedPrices(product, { percent, rounding: '', digits: store.currencyDigits }) ?? {},
    show: { isActive: true },
    hide: { isActive: false },
  }[action]
  return performIn(updateProduct, { id, body })
}

const results: Record<BulkProducts['action'], string> = {
  show: 'se ven en la tienda',
  hide: 'ya no se ven en la tienda',
  category: 'cambiaron de categoría',
  price: 'cambiaron de precio',
  delete: 'están en la papelera',
}
