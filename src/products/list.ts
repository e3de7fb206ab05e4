import Type, { type Static } from 'typebox'
import type { App } from '../core/http/app.ts'
import { sendCached } from '../core/http/send-cached.ts'
import type { Sql } from '../core/database/db.ts'
import { listOf, pageQuery, toPage } from '../core/http/page.ts'
import { Instant, Line, Price, Reference } from '../core/http/schema.ts'
import { Product, productColumns, toProduct, VariantsShown, type ProductRow } from './product.ts'
import { searchProducts, type Found } from './search.ts'

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
    Line({
      min: 0,
      max: 120,
      description:
        'Palabras del nombre, las variantes, la categoría o la descripción; si nada coincide, se perdona una letra por palabra',
    }),
  ),
  categoryId: Type.Optional(Reference('Solo los de esta categoría')),
  minPrice: Type.Optional(Price('Precio mínimo')),
  maxPrice: Type.Optional(Price('Precio máximo')),
  updatedSince: Type.Optional(Instant('Cambiados en este instante o después')),
  variants: VariantsShown,
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description:
        'Orden; con - delante, al revés. Sin él, los más nuevos primero, y en una búsqueda los que más coinciden',
    }),
  ),
})
type ProductsQuery = Static<typeof ProductsQuery>

export function listProductsRoute(app: App) {
  app.get('/products', {
    config: { scope: 'products:read' },
    schema: {
      operationId: 'listProducts',
      summary: 'Listar productos',
      description: 'Los productos activos de la tienda con sus variantes activas, los más nuevos primero.',
      querystring: ProductsQuery,
      response: { 200: listOf(Product) },
    },
    async handler(request, reply) {
      const { sql, store, query } = request
      return sendCached(request, reply, async () => {
        return toPage(query, await listProducts(sql, store.id, query))
      })
    },
  })
}

export function listProducts(sql: Sql, storeId: string, query: ProductsQuery) {
  if (query.search) {
    return searchProducts(sql, storeId, query.search, (found) => listFound(sql, storeId, query, found))
  }
  return listFound(sql, storeId, query, { condition: sql`store_id = ${storeId} and deleted_at is null` })
}

async function listFound(
  sql: Sql,
  storeId: string,
  query: ProductsQuery,
  { condition, rank }: Pick<Found, 'condition'> & Partial<Found>,
) {
  const filters = sql`${condition} ${filtersOf(sql, query)}`
  const [rows, [count]] = await Promise.all([
    sql<ProductRow[]>`
      select ${productColumns(sql)}
      from products
      where ${filters}
      order by ${rank && !query.sort ? sql`${rank} desc,` : sql``} ${orderOf(sql, query.sort)}
      limit ${query.limit} offset ${query.offset}`,
    isFiltered(query)
      ? sql<[{ total: number }]>`select count(*) as total from products where ${filters}`
      : sql<[{ total: number }]>`select counted(${storeId}, ${counterNames(query.status)}) as total`,
  ])
  return { data: rows.map((row) => toProduct(row, query.variants)), total: count.total }
}

/** The counters whose sum is the total of an unfiltered list. */
function counterNames(status: ProductsQuery['status']): string[] {
  return (status === 'all' ? ['active', 'inactive'] : [status]).map((name) => `products.${name}`)
}

const isFiltered = ({ search, categoryId, minPrice, maxPrice, updatedSince }: ProductsQuery) =>
  [search || undefined, categoryId, minPrice, maxPrice, updatedSince].some((filter) => filter !== undefined)

function filtersOf(sql: Sql, query: ProductsQuery) {
  const { status, categoryId, minPrice, maxPrice, updatedSince } = query
  return sql`
    ${status === 'active' ? sql`and is_active` : sql``}
    ${status === 'inactive' ? sql`and not is_active` : sql``}
    ${categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`}
    ${minPrice === undefined ? sql`` : sql`and price >= ${minPrice}`}
    ${maxPrice === undefined ? sql`` : sql`and price <= ${maxPrice}`}
    ${updatedSince === undefined ? sql`` : sql`and updated_at >= ${updatedSince}`}`
}

function orderOf(sql: Sql, sort: ProductsQuery['sort'] = '-createdAt') {
  switch (sort) {
    case '-createdAt':
      return sql`created_at desc, id desc`
    case 'createdAt':
      return sql`created_at, id`
    case '-updatedAt':
      return sql`updated_at desc, id desc`
    case 'updatedAt':
      return sql`updated_at, id`
    case '-name':
      return sql`name desc, id desc`
    case 'name':
      return sql`name, id`
    case '-price':
      return sql`price desc, id desc`
    case 'price':
      return sql`price, id`
  }
}
