import type { Sql } from '../../core/database/db.ts'
import type { LeastChoices } from './least-price.ts'
import type { Product } from './product.ts'

/**
 * What must be chosen of each required group of a store costs at least, as an object of amounts by the groups' ids: only of groups in
 * which something has a price. By the rules of `price_modifiers`: db/functions/price_items.sql.
 */
const requiredChoices = (sql: Sql, storeId: string) => sql`(
  select coalesce(jsonb_object_agg(id, amount), '{}')
  from (
    select
      groups.id,
      trim_scale(case pricing
        when 'highest' then max(price) filter (where taken > 0)
        when 'average' then round(sum(price * taken) / nullif(sum(taken), 0), currency_digits)
        else sum(price * taken)
      end) as amount
    from modifier_groups as groups
    cross join (select currency_digits from stores where id = ${storeId}) as store
    cross join lateral (
      select price, greatest(least(max_quantity, min_choices - cheaper), 0) as taken
      from (
        select
          price, max_quantity,
          coalesce(sum(max_quantity) over (order by price, n rows between unbounded preceding and 1 preceding), 0) as cheaper
        from jsonb_array_elements(choices) with ordinality as listed (choice, n)
        cross join lateral (
          select (choice -> 'price')::numeric, (choice -> 'maxQuantity')::integer
        ) as own (price, max_quantity)
        where (choice -> 'isActive')::boolean
      ) as by_price
    ) as prices
    where groups.store_id = ${storeId} and min_choices > 0
    group by groups.id, pricing, currency_digits
    having bool_or(price > 0)
  ) as priced
)`

/** The cheapest choice above 0 of each group of a store in which what costs nothing can't be ordered, by the groups' ids. */
const paidChoices = (sql: Sql, storeId: string) => sql`(
  select coalesce(jsonb_object_agg(id, amount), '{}')
  from (
    select
      groups.id,
      trim_scale(min(
        case pricing when 'average' then round(price / greatest(min_choices, 1), currency_digits) else price end
      )) as amount
    from modifier_groups as groups
    cross join (select currency_digits, zero_price from stores where id = ${storeId}) as store
    cross join jsonb_array_elements(choices) as choice
    cross join lateral (select (choice -> 'price')::numeric) as own (price)
    where groups.store_id = ${storeId} and zero_price = 'ask' and price > 0 and (choice -> 'isActive')::boolean
    group by groups.id
  ) as priced
)`

/** `paid_choice` is what is chosen for a price where else nothing would have one; null where what costs nothing can be ordered. */
export const choiceColumns = (sql: Sql, storeId: string) => sql`
  case when modifier_group_ids = '[]' then '{}' else (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(${requiredChoices(sql, storeId)})
    where modifier_group_ids ? key
  ) end as choice_prices,
  ${paidChoice(sql, storeId)} as paid_choice`

const paidChoice = (sql: Sql, storeId: string) => sql`
  case when modifier_group_ids <> '[]' then (
    select min(value::numeric) from jsonb_each(${paidChoices(sql, storeId)}) where modifier_group_ids ? key
  ) end`

/** The price that is shown of a product: that of its cheapest variant on sale, with the cheapest of what must be chosen. */
export const shownPrice = (sql: Sql, storeId: string) => sql`(
  select min(coalesce(nullif(coalesce(variants.price, products.price) + least, 0), paid, 0))
  from variants
  cross join (select ${leastChoices(sql, storeId)} as least, ${paidChoice(sql, storeId)} as paid offset 0) as choices
  where variants.store_id = products.store_id and product_id = products.id
  and variants.is_active and removed_at is null
)`

/** What must be chosen adds to the price of a product. */
const leastChoices = (sql: Sql, storeId: string) => sql`
  case when modifier_group_ids = '[]' then 0 else (
    select coalesce(sum((${requiredChoices(sql, storeId)} ->> group_id)::numeric), 0)
    from jsonb_array_elements_text(modifier_group_ids) as group_id
  ) end`

/** Reads what the choices of products cost at least. @returns that of one of them */
export async function findLeastChoices(
  sql: Sql,
  storeId: string,
  products: Pick<Product, 'id' | 'modifierGroupIds'>[],
) {
  const ids = products.filter(({ modifierGroupIds }) => modifierGroupIds.length > 0).map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await sql<({ id: string } & LeastChoices)[]>`
    select id, ${choiceColumns(sql, storeId)} from products where store_id = ${storeId} and id = any(${ids}::text[])`
  const found = new Map(rows.map((row) => [row.id, row]))
  return ({ id }: { id: string }): LeastChoices => found.get(id) ?? { choicePrices: {}, paidChoice: null }
}
