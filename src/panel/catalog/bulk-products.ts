import type { Static } from 'typebox'
import { Type } from '../../core/values/json-schema.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { Reference } from '../../core/http/schema.ts'
import { findProduct } from '../../products/get.ts'
import { toProduct, type Product } from '../../products/product.ts'
import { plural } from '../../storefront/format.ts'
import { runForEach } from '../forms/bulk.ts'
import { callApi } from '../forms/call-api.ts'
import { idempotencyHeader } from '../forms/submit.ts'
import type { StoreContext } from '../page.ts'

export const BulkProducts = Type.Object(
  {
    ids: Type.Optional(Type.Array(Reference('Producto'), { maxItems: 100 })),
    action: Type.Enum(['show', 'hide', 'category', 'price', 'delete']),
    categoryId: Type.Optional(Reference('Categoría')),
    percent: Type.Optional(Type.Number({ minimum: -99, maximum: 1000 })),
  },
  { additionalProperties: false },
)
export type BulkProducts = Static<typeof BulkProducts>

/**
 * Applies an action to each selected product through the API, one after the other. Refused ones stay unchanged, and are counted in
 * the message. @throws 400 when nothing is selected or the percentage is missing
 */
export async function changeEach(context: StoreContext, input: BulkProducts, key: string): Promise<string> {
  const { ids = [], action, percent } = input
  if (ids.length === 0) throw invalid('ids', 'min_items', 'Elige al menos un producto')
  if (action === 'price' && percent === undefined) {
    throw invalid('percent', 'required', 'Escribe cuánto cambia el precio, por ejemplo 10 o -10')
  }
  const { done, unchanged } = await runForEach(context, ids, (id) => change(context, id, input, key))
  return `${plural(done, 'producto', 'productos')}: ${results[action]}.${unchanged}`
}

async function change(context: StoreContext, id: string, input: BulkProducts, key: string): Promise<void> {
  const { api } = context
  const address = `/products/${id}`
  switch (input.action) {
    case 'delete':
      return void (await api('DELETE', address))
    case 'category':
      return void (await api('PUT', address, { categoryId: input.categoryId ?? null }))
    case 'price':
      return changePrice(context, id, input.percent!, key)
    case 'show':
    case 'hide':
      return void (await api('PUT', address, { isActive: input.action === 'show' }))
  }
}

/** Once for a form: one that is sent again, since a failure ended it halfway, leaves the prices that it has changed already. */
async function changePrice(context: StoreContext, id: string, percent: number, key: string): Promise<void> {
  const { request, session, sql, store } = context
  const product = toProduct(await findProduct(sql, store.id, id))
  const body = changedPrices(product, percent, store.currencyDigits)
  const headers = idempotencyHeader(key, ['price', id, percent])
  try {
    await callApi(request, session, store, { method: 'PUT', address: `/products/${id}`, body, headers })
  } catch (error) {
    const isDone = error instanceof ApiError && error.body.code === 'IDEMPOTENCY_KEY_REUSED'
    if (!isDone) throw error
  }
}

/** Changes the prices of variants too, except those that follow the product's price. */
function changedPrices({ price, variants }: Product, percent: number, digits: number) {
  const own = variants.filter((variant) => variant.price !== price)
  const changed = (amount: number) => changedAmount(amount, percent, digits)
  return {
    price: changed(price),
    ...(own.length > 0 && {
      variants: variants.map(({ id, price: before }) => ({
        id,
        price: before === price ? null : changed(before),
      })),
    }),
  }
}

/** Computed in integers, rounded half up. */
function changedAmount(amount: number, percent: number, digits: number): number {
  const unit = 10 ** digits
  const cents = BigInt(Math.round(amount * unit)) * BigInt(Math.round((100 + percent) * 100))
  return Number((cents + 5_000n) / 10_000n) / unit
}

const results: Record<BulkProducts['action'], string> = {
  show: 'se ven en la tienda',
  hide: 'ya no se ven en la tienda',
  category: 'cambiaron de categoría',
  price: 'cambiaron de precio',
  delete: 'están en la papelera',
}
