import type { Sql, Tx } from '../../core/database/db.ts'
import { markStockCounted, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announceEach } from '../webhooks/announce.ts'
import { findProducts } from './get.ts'
import { readDetails } from './offered-groups.ts'
import type { StoredVariant } from './product.ts'
import type { QuantityPrice } from './quantity-fields.ts'
import { markKeptStock } from './write.ts'

/** Of a product what a change of prices reads: a whole catalog fits in memory so. `own` has the variants with a price of their own. */
export type Prices = {
  id: string
  name: string
  price: number
  comparePrice: number | null
  quantityPrices: QuantityPrice[]
  own: Record<string, OwnPrices & { price: number }>
}

/** Of a variant: without a price of its own it costs what its product costs. */
type OwnPrices = Pick<StoredVariant, 'price' | 'quantityPrices'>

export const ownPrices = ({ price, quantityPrices = [] }: OwnPrices): OwnPrices => ({
  price,
  ...(quantityPrices.length > 0 && { quantityPrices }),
})

export const priceColumns = (sql: Sql) => sql`
  products.id, name, price, compare_price, quantity_prices,
  (
    select coalesce(jsonb_object_agg(
      variant ->> 'id',
      jsonb_strip_nulls(jsonb_build_object('price', variant -> 'price', 'quantityPrices', variant -> 'quantityPrices'))
    ), '{}')
    from jsonb_array_elements(variants) as variant
    where variant -> 'price' <> 'null'
  ) as own`

export type NewPrices = Omit<Prices, 'name' | 'own'> & {
  own: Record<string, OwnPrices>
  stock?: Record<string, number | null>
}

/** ms that a change of all prices may take, with the events of twenty webhooks. */
export const MAX_CHANGE_MS = 60_000

/** Products per statement: other requests are served between two of them. */
const BATCH = 500

/**
 * Writes the prices of many products as one change, with an event of each: by percent, as somebody entered them in a table, and as
 * they were before. Requires the catalog lock. Orders of these variants wait until the transaction ends. @throws 400
 */
export async function writePrices(tx: Tx, storeId: string, changes: NewPrices[]): Promise<void> {
  if (changes.length === 0) return
  await lockVariants(tx, storeId, changes)
  for (let from = 0; from < changes.length; from += BATCH) {
    const some = changes.slice(from, from + BATCH)
    const ids = some.map(({ id }) => id)
    await writeProductPrices(tx, storeId, some)
    await writeVariantPrices(tx, storeId, some.flatMap(variantsOf))
    if (some.some(setsStock)) await markKeptStock(tx, storeId, ids)
    const rows = (await findProducts(tx, storeId, ids)).values().toArray()
    await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, rows))
  }
  if (changes.some(setsStock)) await markStockCounted(tx, storeId)
  await raiseCatalogVersion(tx, storeId)
}

const setsStock = ({ stock = {} }: NewPrices) => Object.values(stock).some((count) => count !== null)

const variantsOf = ({ own, stock = {} }: NewPrices) =>
  [...new Set([...Object.keys(own), ...Object.keys(stock)])].map((id) => ({
    id,
    own: own[id] ?? null,
    stock: stock[id] ?? null,
    hasStock: id in stock,
  }))

/** All at once and in the order of their ids, as orders lock them. */
const lockVariants = (tx: Tx, storeId: string, changes: NewPrices[]) => tx`
  select
  from variants
  where store_id = ${storeId} and id = any(${changes.flatMap(variantsOf).map(({ id }) => id)}::text[])
  order by id
  for no key update`

const writeVariantPrices = (tx: Tx, storeId: string, variants: ReturnType<typeof variantsOf>) => tx`
  update variants
  set
    price = case when own is null then variants.price else (own ->> 'price')::numeric end,
    quantity_prices = case when own is null then variants.quantity_prices else own -> 'quantityPrices' end,
    stock = case when "hasStock" then written.stock else variants.stock end
  from jsonb_to_recordset(${tx.json(variants)}) as written (
    id text, own jsonb, stock integer, "hasStock" boolean
  )
  where variants.store_id = ${storeId} and variants.id = written.id`

const writeProductPrices = (tx: Tx, storeId: string, changes: NewPrices[]) => tx`
  update products
  set
    price = written.price,
    compare_price = written."comparePrice",
    quantity_prices = written."quantityPrices",
    variants = case when written.own = '{}' then variants else (
      select jsonb_agg(
        case
          when written.own ? (variant ->> 'id')
          then variant - 'quantityPrices' || (written.own -> (variant ->> 'id'))
          else variant
        end
        order by n
      )
      from jsonb_array_elements(variants) with ordinality as listed (variant, n)
    ) end,
    updated_at = date_trunc('milliseconds', statement_timestamp())
  from jsonb_to_recordset(${tx.json(changes)}) as written (
    id text, price numeric, "comparePrice" numeric, "quantityPrices" jsonb, own jsonb
  )
  where products.store_id = ${storeId} and products.id = written.id`
