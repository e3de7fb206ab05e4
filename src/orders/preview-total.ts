import type { Sql } from '../core/database/db.ts'
import { lineArgument } from './merge-items.ts'
import type { NewItem } from './order.ts'

/** What an order would cost now. Shipping and discount are null where there is none, or it does not apply. */
export type PreviewedTotal = {
  /** Of each item, in their order. */
  subtotals: number[]
  subtotal: number
  shipping: number | null
  discount: number | null
  total: number
}

type Store = { id: string; currencyDigits: number }
type Chosen = { shippingOptionId: string; areaId: string; discountCode: string }

/**
 * Prices an order that is being written, by the functions that price it when it is placed. It locks nothing: stock, and what must
 * be chosen, are judged by `place_order`. @returns null where there is no item, or one is not sold
 */
export async function previewTotal(
  sql: Sql,
  store: Store,
  items: NewItem[],
  chosen: Chosen,
): Promise<PreviewedTotal | null> {
  const priced = items.length > 0 && (await priceItems(sql, store, items))
  if (!priced) return null
  const { subtotals, subtotal } = priced
  const [shipping, discount] = await Promise.all([
    shippingOf(sql, store, subtotal, chosen),
    discountOf(sql, store, subtotal, chosen.discountCode),
  ])
  const unit = 10 ** store.currencyDigits
  const total = Math.round((subtotal + (shipping ?? 0) - (discount ?? 0)) * unit) / unit
  return { subtotals, subtotal, shipping, discount, total }
}

async function priceItems(sql: Sql, { id, currencyDigits }: Store, items: NewItem[]) {
  const lines = items.map(({ variantId, quantity, modifiers = [] }) => {
    const chosen = modifiers.map((one) => ({ choiceId: one.choiceId, quantity: one.quantity ?? 1 }))
    return lineArgument({ variantId, quantity, modifiers: chosen, note: null })
  })
  const [priced] = await sql<[{ subtotals: number[]; subtotal: number; missing: number[] | null }]>`
    select jsonb_path_query_array(p_items, '$[*].subtotal') as subtotals, p_subtotal as subtotal, p_missing as missing
    from price_items(${id}, ${sql.json(lines)}::jsonb, ${currencyDigits}::int, true)`
  return priced.missing === null ? priced : null
}

async function shippingOf(
  sql: Sql,
  { id }: Store,
  subtotal: number,
  { shippingOptionId, areaId }: Chosen,
): Promise<number | null> {
  if (!shippingOptionId) return null
  const [row] = await sql<{ price: number }[]>`
    select shipping_price(
      coalesce(area.price, option.price), ${subtotal}::numeric, (select free_shipping_from from stores where id = ${id})
    ) as price
    from shipping_options as option
    left join lateral shipping_area(option.areas, ${areaId}) as area on true
    where option.store_id = ${id} and option.id = ${shippingOptionId} and option.is_active
    and (option.areas = '[]' or area.name is not null)`
  return row?.price ?? null
}

async function discountOf(
  sql: Sql,
  { id, currencyDigits }: Store,
  subtotal: number,
  code: string,
): Promise<number | null> {
  if (!code) return null
  const [row] = await sql<{ amount: number }[]>`
    select discount_amount(type, value, ${subtotal}::numeric, ${currencyDigits}::int) as amount
    from discounts
    where store_id = ${id} and code = upper(${code})
    and discount_refusal(
      is_active, starts_at, expires_at, used_count, max_uses, min_order_total, ${subtotal}::numeric, now()
    ) is null`
  return row?.amount ?? null
}
