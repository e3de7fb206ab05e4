import type { Tx } from '../../core/database/db.ts'
import { ownPrices, writePrices, type NewPrices } from '../products/prices.ts'
import { rejectExcessDecimals } from './apply-undo.ts'
import type { TouchedRow } from './change.ts'
import { rowKey, type CurrentRows } from './plan-undo.ts'

/** Of the rows of a change of prices, the columns that such a change writes: whole rows of a large catalog would not fit in memory. */
export async function readCurrentPrices(tx: Tx, storeId: string, rows: TouchedRow[]): Promise<CurrentRows> {
  const variants = rows.filter(({ table }) => table === 'variants').map(({ id }) => id)
  const found = await tx<{ table: 'products' | 'variants'; id: string; row: Record<string, unknown> }[]>`
    select 'products' as table, id, jsonb_build_object(
      'price', price, 'compare_price', compare_price, 'quantity_prices', quantity_prices, 'deleted_at', deleted_at
    ) as row
    from products
    where store_id = ${storeId} and id = any(${productsOf(rows)}::text[])
    union all
    select 'variants', id, jsonb_build_object('price', price, 'quantity_prices', quantity_prices, 'removed_at', removed_at)
    from variants
    where store_id = ${storeId} and id = any(${variants}::text[])`
  return new Map(found.map(({ row, ...key }) => [rowKey(key), row]))
}

type FormerPrices = {
  price: number | null
  compare_price: number | null
  quantity_prices: NewPrices['quantityPrices'] | null
}

/** Writes the prices that products and variants had. Requires the catalog lock. @throws 409 */
export async function restorePrices(
  tx: Tx,
  storeId: string,
  rows: TouchedRow[],
  result: Map<string, Record<string, unknown> | null>,
): Promise<void> {
  await rejectExcessDecimals(tx, storeId, result)
  const own = new Map<string, NewPrices['own']>()
  for (const { table, id, parentId } of rows) {
    if (table !== 'variants') continue
    const prices = own.get(parentId!) ?? {}
    const { price, quantity_prices: quantityPrices } = result.get(rowKey({ table, id }))! as FormerPrices
    prices[id] = ownPrices({ price, quantityPrices: quantityPrices ?? [] })
    own.set(parentId!, prices)
  }
  const changes = productsOf(rows).map((id): NewPrices => {
    const former = result.get(rowKey({ table: 'products', id }))! as FormerPrices
    const { price, compare_price: comparePrice, quantity_prices: quantityPrices } = former
    return { id, price: price!, comparePrice, quantityPrices: quantityPrices!, own: own.get(id) ?? {} }
  })
  await writePrices(tx, storeId, changes)
}

const productsOf = (rows: TouchedRow[]) => [...new Set(rows.map(({ parentId, id }) => parentId ?? id))]
