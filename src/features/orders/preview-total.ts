import type { Sql } from '../../core/database/db.ts'
import type { DiscountError } from './errors.ts'
import { lineArgument } from './merge-items.ts'
import type { NewItem } from './order.ts'

/** What an order costs. Shipping and discount are null where there is none, or it does not apply. */
export type Total = {
  subtotal: number
  shipping: number | null
  discount: number | null
  /** Null where it is more than an order may cost, so that it can't be placed. */
  total: number | null
  /** Why the discount code does not apply; null where it does, or there is none. */
  codeError: DiscountError | null
}

/** `subtotals` are those of the items, in their order. */
export type PreviewedTotal = Total & { subtotals: number[] }

type Store = { id: string; currency: string; currencyDigits: number }
type Chosen = { shippingOptionId: string; areaId: string; discountCode: string }

/**
 * Prices an order that is being written, by the functions that price it when it is placed. It locks nothing: stock, and what must
 * be chosen, are checked by `place_order`. @returns null where there is no item, or one is not sold
 */
export async function previewTotal(
  sql: Sql,
  store: Store,
  items: NewItem[],
  chosen: Chosen,
): Promise<PreviewedTotal | null> {
  const subtotals = items.length > 0 ? await priceItems(sql, store, items) : null
  if (!subtotals) return null
  const priced = subtotals.map((subtotal) => ({ subtotal }))
  return { subtotals, ...(await totalOf(sql, store, priced, chosen)) }
}

async function priceItems(
  sql: Sql,
  { id, currencyDigits }: Store,
  items: NewItem[],
): Promise<number[] | null> {
  const lines = items.map(({ variantId, quantity, modifiers = [] }) => {
    const chosen = modifiers.map((one) => ({ choiceId: one.choiceId, quantity: one.quantity ?? 1 }))
    return lineArgument({ variantId, quantity, modifiers: chosen, note: null })
  })
  const [priced] = await sql<[{ subtotals: number[]; missing: number[] | null }]>`
    select jsonb_path_query_array(p_items, '$[*].subtotal') as subtotals, p_missing as missing
    from price_items(${id}, ${sql.json(lines)}::jsonb, ${currencyDigits}::int, true, null)`
  return priced.missing === null ? priced.subtotals : null
}

export async function totalOf(
  sql: Sql,
  { id, currency, currencyDigits }: Store,
  items: { subtotal: number }[],
  { shippingOptionId, areaId, discountCode }: Chosen,
): Promise<Total> {
  const [row] = await sql<[Total & { reason: string | null; minOrderTotal: number }]>`
    with items as (
      select coalesce(sum(item::numeric), 0) as subtotal
      from unnest(${items.map(({ subtotal }) => String(subtotal))}::text[]) as item
    ), shipping as (
      select shipping_price(coalesce(area.price, option.price), subtotal, free_shipping_from) as price
      from items
      cross join (select free_shipping_from from stores where id = ${id}) as store
      cross join shipping_options as option
      left join lateral shipping_area(option.areas, ${areaId}) as area on true
      where option.store_id = ${id} and option.id = ${shippingOptionId} and option.is_active
      and (option.areas = '[]' or area.name is not null or subtotal >= free_shipping_from)
    ), code as (
      select
        discount_refusal(
          is_active, starts_at, expires_at, used_count, max_uses, min_order_total, subtotal, now()
        ) as reason,
        discount_amount(type, value, subtotal, ${currencyDigits}::int) as amount,
        min_order_total
      from discounts, items
      where store_id = ${id} and code = upper(${discountCode})
    )
    select
      subtotal, shipping.price as shipping,
      case when code.reason is null then code.amount end as discount,
      case when ${discountCode} = '' then null when code.amount is null then 'not_found' else code.reason end as reason, min_order_total,
      order_total(subtotal, shipping.price, case when code.reason is null then code.amount end) as total
    from items
    left join shipping on true
    left join code on true`
  const { reason, minOrderTotal, ...total } = row
  const codeError = reason === null ? null : ({ reason, minOrderTotal, currency } as DiscountError)
  return { ...total, codeError }
}
