import type { Sql } from '../../core/database/db.ts'
import { exact } from '../../core/values/money.ts'
import type { QuantityProblem } from '../orders/line-errors.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import { quantityPrices } from '../products/quantity-prices.ts'

/** What the database prices a line by; null where its product has neither prices by quantity nor a minimum or a step. */
export type ByQuantity = {
  product_id: string
  own_variant_id: string | null
  price: number
  prices: QuantityPrice[]
  minimum: number
  step: number
}
export type NextPrice = { from: number; price: number; missing: number }

export const byQuantity = (sql: Sql) => sql`
  case when min_quantity > 1 or quantity_step > 1 or ${quantityPrices(sql)} <> '[]' then jsonb_build_object(
    'product_id', products.id, 'own_variant_id', case when variants.price is not null then variants.id end,
    'price', coalesce(variants.price, products.price), 'prices', ${quantityPrices(sql)}, 'minimum', min_quantity, 'step', quantity_step
  ) end`

type Line = {
  quantity: number
  unitPrice: number
  byQuantity: ByQuantity | null
  next: NextPrice | null
  problem: QuantityProblem | null
  subtotal: number
}

/** The lines of a cart at the prices that their quantities reach, as an order is priced: db/functions/price_by_quantity.sql. */
export async function priceByQuantity<L extends Line>(sql: Sql, lines: L[]): Promise<L[]> {
  const counted = lines.flatMap(({ byQuantity: of, quantity }, n) => (of ? [{ ...of, n, quantity }] : []))
  if (counted.length === 0) return lines
  const rows = await sql<
    { n: number; unitPrice: number; next: NextPrice | null; problem: QuantityProblem | null }[]
  >`select n, unit_price, next, problem from price_by_quantity(${sql.json(counted)}::jsonb)`
  const priced = new Map(rows.map((row) => [row.n, row]))
  return lines.map((line, n) => {
    const row = priced.get(n)
    if (!row) return line
    const ofChoices = line.unitPrice - line.byQuantity!.price
    const unitPrice = exact(row.unitPrice + ofChoices)
    const next = row.next && { ...row.next, price: exact(row.next.price + ofChoices) }
    return { ...line, unitPrice, next, problem: row.problem, subtotal: exact(unitPrice * line.quantity) }
  })
}
