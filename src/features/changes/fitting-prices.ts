import type { Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import type { TouchedRow } from './change.ts'

const priceColumns = ['price', 'compare_price', 'quantity_prices']

/**
 * Requires that prices which an undo restored go with those that were changed since: the previous price is above the price, and those
 * by quantity are below it. @throws 409
 */
export async function requireFittingPrices(tx: Tx, storeId: string, rows: TouchedRow[]): Promise<void> {
  const ids = rows
    .filter(({ before }) => before && priceColumns.some((column) => column in before))
    .map(({ parentId, id }) => parentId ?? id)
  if (ids.length === 0) return
  const reaches = (price: 'products.price' | 'variants.price', steps: string) =>
    `exists (select from jsonb_to_recordset(${steps}) as step (price numeric) where step.price >= ${price})`
  const [odd] = await tx<{ name: string }[]>`
    select name
    from products
    where store_id = ${storeId} and id = any(${ids}::text[]) and deleted_at is null and (
      compare_price <= price
      or ${tx.unsafe(reaches('products.price', 'products.quantity_prices'))}
      or exists (
        select
        from variants
        where variants.store_id = ${storeId} and product_id = products.id and removed_at is null
        and quantity_prices is not null
        and (variants.price is null or ${tx.unsafe(reaches('variants.price', 'variants.quantity_prices'))})
      )
    )
    limit 1`
  if (odd)
    throw conflict(
      'CHANGED_SINCE',
      t('Los precios anteriores de {name} no van con los que cambiaron después: no se deshizo nada', {
        name: odd.name,
      }),
      { difference: [] },
    )
}
