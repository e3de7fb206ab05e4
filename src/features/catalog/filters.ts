import type { Sql } from '../../core/database/db.ts'
import { lacksChoices } from '../products/lacks-choices.ts'
import { shownPrice } from '../products/required-choices.ts'

export type OptionFilter = { name: string; value: string }

/** What a shopper filters a list by. A variant has all of the options, and is in stock where that is asked, too. */
export type Filters = {
  minPrice: number | null
  maxPrice: number | null
  isReduced: boolean
  isInStock: boolean
  options: OptionFilter[]
}

export const noFilters: Filters = {
  minPrice: null,
  maxPrice: null,
  isReduced: false,
  isInStock: false,
  options: [],
}

export const isFiltered = ({ minPrice, maxPrice, isReduced, isInStock, options }: Filters): boolean =>
  minPrice !== null || maxPrice !== null || isReduced || isInStock || options.length > 0

/** A condition on `products`. */
export function matchesFilters(sql: Sql, storeId: string, filters: Filters) {
  const { minPrice, maxPrice, isReduced, isInStock, options } = filters
  const price = shownPrice(sql, storeId)
  return sql`
    true
    ${minPrice === null ? sql`` : sql`and ${price} >= ${minPrice}::numeric`}
    ${maxPrice === null ? sql`` : sql`and ${price} <= ${maxPrice}::numeric`}
    ${isReduced ? reduced(sql, storeId) : sql``}
    ${isInStock || options.length > 0 ? sql`and ${hasVariant(sql, filters)}` : sql``}`
}

/** A price that is asked for is not reduced. */
const reduced = (sql: Sql, storeId: string) => sql`
  and compare_price > ${shownPrice(sql, storeId)}
  and (${shownPrice(sql, storeId)} > 0 or 'free' = (select zero_price from stores where id = ${storeId}))`

function hasVariant(sql: Sql, { isInStock, options }: Filters) {
  const stock = isInStock ? sql`and stock is distinct from 0 and not ${lacksChoices(sql)}` : sql``
  const values = options.reduce(
    (others, { name, value }) => sql`
      ${others}
      and exists (
        select 1
        from jsonb_array_elements(products.options) with ordinality as own (option, n)
        where option ->> 'name' = ${name} and option_values ->> (n - 1)::integer = ${value}
      )`,
    stock,
  )
  return sql`exists (
    select 1 from variants
    where variants.store_id = products.store_id and product_id = products.id
    and variants.is_active and removed_at is null ${values}
  )`
}

/** So many products, the newest, are asked for their options, and so many values are offered. */
const MAX_PRODUCTS = 500
const MAX_VALUES = 60

/** The options of the products in `found`, as a column: `{ name, values }`, the most frequent first. */
export const foundOptions = (sql: Sql, storeId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'values', list) order by frequency desc, name), '[]')
  from (
    select name, jsonb_agg(value order by n, value) as list, max(frequency) as frequency
    from (
      select option ->> 'name' as name, value, min(n) as n, count(*) as frequency
      from (
        select options
        from products
        where store_id = ${storeId} and options <> '[]'
        and id in (select id from found order by created_at desc limit ${MAX_PRODUCTS})
      ) as newest
      cross join jsonb_array_elements(options) as own (option)
      cross join jsonb_array_elements_text(option -> 'values') with ordinality as listed (value, n)
      where option ->> 'name' not like '%:%' -- which ends the name in an address
      group by 1, 2
      order by frequency desc, n, value
      limit ${MAX_VALUES}
    ) as offered
    group by name
  ) as named
)`
