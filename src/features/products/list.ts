import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Fragment, Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { listOf, pageQuery, toPage } from '../../core/http/page.ts'
import { Instant, SingleLine, Price, Reference } from '../../core/http/schema.ts'
import { MAX_STOCK } from './fields.ts'
import { Product, productColumns, toProduct, VariantsShown, type ProductRow } from './product.ts'
import { priceColumns, type Prices } from './prices.ts'
import { searchProducts, type SearchMatch } from './search.ts'

export const sorts = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  '-name',
  'name',
  '-price',
  'price',
] as const

const ProductsQuery = Type.Object({
  ...pageQuery(),
  status: Type.Enum(['active', 'inactive', 'all'], {
    default: 'active',
    description: 'active: los que se ven en el catálogo; inactive: los que no; all: todos',
  }),
  search: Type.Optional(
    SingleLine({
      min: 0,
      max: 120,
      description:
        'Palabras del nombre, las variantes, la categoría o la descripción; si nada coincide, se perdona una letra por palabra',
    }),
  ),
  categoryId: Type.Optional(Reference('Solo los de esta categoría')),
  minPrice: Type.Optional(Price('Precio mínimo de una unidad')),
  maxPrice: Type.Optional(Price('Precio máximo de una unidad')),
  maxStock: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_STOCK,
      description: 'Con una variante activa de la que quedan tantas o menos; 0: agotadas',
    }),
  ),
  updatedSince: Type.Optional(Instant('Cambiados desde entonces')),
  variants: VariantsShown,
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description:
        'Orden; con - delante, al revés. Sin él, los más nuevos primero, y en una búsqueda los que más coinciden',
    }),
  ),
})
type ProductsQuery = Static<typeof ProductsQuery>

export const listProducts = operation({
  id: 'listProducts',
  rest: 'GET /products',
  scope: 'products:read',
  cached: true,
  summary: 'Listar productos',
  description: 'Los productos activos de la tienda con sus variantes activas, los más nuevos primero.',
  query: ProductsQuery,
  response: { 200: listOf(Product) },
  async run({ sql, store, query }) {
    return toPage(query, await selectProducts(sql, store.id, query))
  },
})

export const selectProducts = (sql: Sql, storeId: string, query: ProductsQuery) =>
  matching(sql, storeId, query.search, (own, found) => listMatches(own, storeId, query, found))

/** The prices of all products that a filter selects, in the order of the list; none of so many that they have more variants. */
export const selectPrices = (
  sql: Sql,
  storeId: string,
  filter: Pick<ProductsQuery, 'status' | 'search' | 'categoryId'> & { ids?: string[] | undefined },
  maxVariants: number,
) =>
  matching(sql, storeId, filter.search, async (own, { condition }) => {
    const chosen = filter.ids ? own`and id = any(${filter.ids}::text[])` : own``
    const listed = own`from products where ${condition} ${filtersOf(own, filter)} ${chosen}`
    const [count] = await own<[{ total: number; variants: number }]>`
      select count(*) as total, coalesce(sum(jsonb_array_length(variants)), 0) as variants ${listed}`
    const isRead = count.variants <= maxVariants
    const rows = isRead
      ? await own<Prices[]>`select ${priceColumns(own)} ${listed} order by created_at desc, products.id desc`
      : []
    return { ...count, rows }
  })

function matching<T extends { total: number }>(
  sql: Sql,
  storeId: string,
  search: string | undefined,
  list: (sql: Sql, found: Pick<SearchMatch, 'condition'> & Partial<SearchMatch>) => Promise<T>,
): Promise<T> {
  if (search) return searchProducts(sql, storeId, search, list)
  return list(sql, { condition: sql`store_id = ${storeId} and deleted_at is null` })
}

async function listMatches(
  sql: Sql,
  storeId: string,
  query: ProductsQuery,
  { condition, rank }: Pick<SearchMatch, 'condition'> & Partial<SearchMatch>,
) {
  const listed = sql`from products where ${condition} ${filtersOf(sql, query)}`
  const [rows, [count]] = await Promise.all([
    sql<ProductRow[]>`
      select ${productColumns(sql)}
      ${listed} ${rank && !query.sort ? byRank(sql, rank, query) : bySort(sql, listed, query)}`,
    isFiltered(query)
      ? sql<[{ total: number }]>`select count(*) as total ${listed}`
      : sql<[{ total: number }]>`select counted(${storeId}, ${counterNames(query.status)}) as total`,
  ])
  return { data: rows.map((row) => toProduct(row, query.variants)), total: count.total }
}

function counterNames(status: ProductsQuery['status']): string[] {
  return (status === 'all' ? ['active', 'inactive'] : [status]).map((name) => `products.${name}`)
}

const isFiltered = ({ search, categoryId, minPrice, maxPrice, maxStock, updatedSince }: ProductsQuery) =>
  [search || undefined, categoryId, minPrice, maxPrice, maxStock, updatedSince].some(
    (filter) => filter !== undefined,
  )

function filtersOf(sql: Sql, query: Partial<ProductsQuery>) {
  const { status, categoryId, minPrice, maxPrice, maxStock, updatedSince } = query
  return sql`
    ${status === 'active' ? sql`and is_active` : sql``}
    ${status === 'inactive' ? sql`and not is_active` : sql``}
    ${categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`}
    ${minPrice === undefined ? sql`` : sql`and price >= ${minPrice}`}
    ${maxPrice === undefined ? sql`` : sql`and price <= ${maxPrice}`}
    ${maxStock === undefined ? sql`` : hasStockUpTo(sql, maxStock)}
    ${updatedSince === undefined ? sql`` : sql`and updated_at >= ${updatedSince}`}`
}

/** Variants are asked only where the product keeps stock: it says so itself. */
const hasStockUpTo = (sql: Sql, maxStock: number) => sql`
  and keeps_stock and exists (
    select 1
    from variants
    where variants.store_id = products.store_id
    and variants.product_id = products.id
    and variants.is_active
    and variants.removed_at is null
    and variants.stock <= ${maxStock}
  )`

const byRank = (sql: Sql, rank: Fragment, { limit, offset }: ProductsQuery) => sql`
  order by ${rank} desc, created_at desc, id desc
  limit ${limit} offset ${offset}`

const columns = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name', price: 'price' } as const

function bySort(sql: Sql, listed: Fragment, { sort = '-createdAt', limit, offset }: ProductsQuery) {
  const column = sql(columns[sort.replace('-', '') as keyof typeof columns])
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const order = direction === 'desc' ? sql`order by ${column} desc, id desc` : sql`order by ${column}, id`
  const start = { key: sql`${column}, id`, direction, rows: sql`${listed} ${order}` } as const
  return sql`
    ${fromOffset(sql, offset, start)}
    ${order}
    limit ${limit}`
}
