import type { Sql } from '../../core/database/db.ts'

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

/** Those of a product. */
export const choicePrices = (sql: Sql, storeId: string) => sql`
  case when modifier_group_ids = '[]' then '{}' else (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(${requiredChoices(sql, storeId)})
    where modifier_group_ids ? key
  ) end`

/** What they add to the price of a product. */
export const leastChoices = (sql: Sql, storeId: string) => sql`
  case when modifier_group_ids = '[]' then 0 else (
    select coalesce(sum((${requiredChoices(sql, storeId)} ->> group_id)::numeric), 0)
    from jsonb_array_elements_text(modifier_group_ids) as group_id
  ) end`
