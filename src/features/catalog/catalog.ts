import type { Fragment, Sql } from '../../core/database/db.ts'
import { isSlug } from '../../core/values/slug.ts'
import type { Hours } from '../hours/hours.ts'
import { hoursColumn } from '../products/category-hours.ts'
import { lacksChoices } from '../products/lacks-choices.ts'
import type { LeastChoices } from '../products/least-price.ts'
import { choiceColumns, shownPrice } from '../products/required-choices.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import { quantityPrices } from '../products/quantity-prices.ts'
import type { ProductOption } from '../products/options.ts'
import { foundOptions, matchesFilters, type Filters } from './filters.ts'
import { searchProducts, type SearchMatch } from '../products/search.ts'

export type ListedVariant = {
  sku: string | null
  gtin: string | null
  id: string
  name: string
  price: number
  isDefault: boolean
  optionValues: string[]
  imageUrl: string | null
  /** The stock when it is low; null while there is plenty, or it is not counted. */
  stock: number | null
  quantityPrices: QuantityPrice[]
}

/** A product as a shopper sees it: on sale, with at least one variant on sale. */
export type ListedProduct = {
  id: string
  name: string
  slug: string
  description: string | null
  price: number
  comparePrice: number | null
  sku: string | null
  gtin: string | null
  brand: string | null
  imageUrl: string | null
  images: { url: string; alt: string | null }[]
  categoryId: string | null
  options: ProductOption[]
  modifierGroupIds: string[]
  hours: Hours | null
  minQuantity: number
  quantityStep: number
  variants: ListedVariant[]
  updatedAt: string
} & LeastChoices

export type Category = { id: string; name: string; slug: string }

/** A SKU may be that of many products. */
const MAX_FOUND = 100
const sorts = ['parecido', 'nuevos', 'menor-precio', 'mayor-precio', 'nombre'] as const

export type CatalogQuery = {
  search: string
  category: Category | null
  sort: (typeof sorts)[number]
  filters: Filters
  page: number
}

/** The default order: the newest first, or for a search the best match first. */
export const defaultSort = (search: string): CatalogQuery['sort'] => (search ? 'parecido' : 'nuevos')

export const sortsOf = (search: string) => sorts.filter((sort) => search || sort !== 'parecido')

/** `categoryIds` are those of which any will do; null for all. */
type ProductsQuery = Pick<CatalogQuery, 'search' | 'sort' | 'filters'> & {
  categoryIds: string[] | null
  limit: number
  offset: number
}

export function listProductsOnSale(sql: Sql, storeId: string, query: ProductsQuery) {
  if (query.search) {
    return searchProducts(sql, storeId, query.search, (own, found) => listFound(own, storeId, query, found))
  }
  return listFound(sql, storeId, query, { condition: sql`products.store_id = ${storeId}` })
}

type Found = { ids: string[]; total: number; options: ProductOption[] }

/** The matches are sorted by their ids and keys alone: what a card shows is read of the page's products only. */
async function listFound(
  sql: Sql,
  storeId: string,
  { categoryIds, sort, filters, limit, offset }: ProductsQuery,
  { condition, rank = sql`1` }: Pick<SearchMatch, 'condition'> & Partial<SearchMatch>,
) {
  const [{ ids, total, options }] = await sql<[Found]>`
    with found as (
      select products.id, products.created_at, ${sortKey(sql, storeId, sort, rank)} as key
      from products
      where ${condition} and ${isOnSale(sql)}
      ${categoryIds === null ? sql`` : sql`and category_id = any(${categoryIds}::text[])`}
      and ${matchesFilters(sql, storeId, filters)}
    )
    select
      (select count(*) from found) as total,
      ${foundOptions(sql, storeId)} as options,
      array(
        select id
        from found
        order by ${order(sql, sort)}, id desc
        limit ${limit} offset ${offset}
      ) as ids`
  const products = await sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)} and products.id = any(${ids}::text[])
    order by array_position(${ids}::text[], products.id)`
  return { products, total, options }
}

export async function findProductOnSale(
  sql: Sql,
  storeId: string,
  slug: string,
): Promise<ListedProduct | undefined> {
  if (!isSlug(slug)) return undefined
  const [product] = await sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)} and products.slug = ${slug}`
  return product
}

/** The products on sale that have one of these as their id, slug or SKU, or as that of a variant on sale. */
export async function findListedProducts(
  sql: Sql,
  storeId: string,
  names: string[],
): Promise<ListedProduct[]> {
  const ofVariants = sql`
    select product_id from variants where store_id = ${storeId} and is_active and removed_at is null`
  return sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)} and products.id in (
      select id from products where store_id = ${storeId} and id = any(${names}::text[])
      union all
      select id from products where store_id = ${storeId} and slug = any(${names}::text[])
      union all
      select id from products where store_id = ${storeId} and sku = any(${names}::text[])
      union all
      ${ofVariants} and id = any(${names}::text[])
      union all
      ${ofVariants} and sku = any(${names}::text[])
    )
    order by products.id
    limit ${MAX_FOUND}`
}

export async function isPaused(sql: Sql, storeId: string, slug: string): Promise<boolean> {
  if (!isSlug(slug)) return false
  const [paused] = await sql`
    select 1 from products where store_id = ${storeId} and slug = ${slug} and deleted_at is null`
  return paused !== undefined
}

export async function listShownCategories(sql: Sql, storeId: string): Promise<Category[]> {
  return sql<Category[]>`
    select categories.id, categories.name, categories.slug
    from categories
    where categories.store_id = ${storeId} and categories.is_active
    and exists (
      select 1 from products where ${onSale(sql, storeId)} and products.category_id = categories.id
    )
    order by position, categories.name, categories.id`
}

export const onSale = (sql: Sql, storeId: string) => sql`products.store_id = ${storeId} and ${isOnSale(sql)}`

const isOnSale = (sql: Sql) => sql`
  products.is_active and products.deleted_at is null
  and exists (
    select 1 from variants
    where variants.store_id = products.store_id and product_id = products.id
    and variants.is_active and removed_at is null
  )`

/** @param limits of variants, and of the description's characters; one more is read, to show that it was truncated. */
export const listedColumns = (
  sql: Sql,
  storeId: string,
  limits = { variants: 100, description: 5_000 },
) => sql`
  products.id, products.name, products.slug, left(description, ${limits.description + 1}) as description,
  products.price, compare_price, products.sku, products.gtin, products.brand, products.image_url, images, category_id, options,
  products.updated_at, modifier_group_ids, min_quantity, quantity_step, ${hoursColumn(sql)}, ${choiceColumns(sql, storeId)}, (
    select jsonb_agg(
      jsonb_build_object(
        'id', variants.id, 'name', variants.name, 'isDefault', is_default,
        'price', trim_scale(coalesce(variants.price, products.price)), 'optionValues', option_values,
        'imageUrl', variants.image_url, 'stock', case when lacks_choices then 0 else shown_stock(stock) end,
        'sku', variants.sku, 'gtin', variants.gtin, 'quantityPrices', variants.quantity_prices
      )
      order by position, variants.id
    )
    from (
      select
        variants.id, variants.name, is_default, variants.price, position, option_values, variants.image_url, stock,
        variants.sku, variants.gtin, ${quantityPrices(sql)} as quantity_prices
      from variants
      where variants.store_id = products.store_id and product_id = products.id
      and variants.is_active and removed_at is null
      order by position, variants.id
      limit ${limits.variants}
    ) as variants
    cross join (select ${lacksChoices(sql)} as lacks_choices offset 0) as groups
  ) as variants`

function sortKey(sql: Sql, storeId: string, sort: CatalogQuery['sort'], rank: Fragment) {
  if (sort === 'parecido') return rank
  if (sort === 'nombre') return sql`products.name`
  return sort === 'nuevos' ? sql`products.created_at` : shownPrice(sql, storeId)
}

function order(sql: Sql, sort: CatalogQuery['sort']) {
  if (sort === 'parecido') return sql`key desc, created_at desc`
  return sort === 'nombre' || sort === 'menor-precio' ? sql`key` : sql`key desc`
}
