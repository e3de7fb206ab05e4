import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { listOf, pageQuery, toPage } from '../../core/http/page.ts'
import { Reference } from '../../core/http/schema.ts'
import { Review, reviewColumns, ReviewStatus } from './review.ts'

const ReviewsQuery = Type.Object({
  ...pageQuery(),
  status: Type.Optional(ReviewStatus),
  productId: Type.Optional(Reference('Solo las reseñas de este producto')),
})
type ReviewsQuery = Static<typeof ReviewsQuery>

export const listReviews = operation({
  id: 'listReviews',
  rest: 'GET /reviews',
  scope: 'reviews:read',
  summary: 'Listar reseñas',
  description: 'Las reseñas de la tienda, las más nuevas primero.',
  query: ReviewsQuery,
  response: { 200: listOf(Review) },
  async run({ sql, store, query }) {
    return toPage(query, await selectReviews(sql, store.id, query))
  },
})

export async function selectReviews(sql: Sql, storeId: string, query: ReviewsQuery) {
  const { status, productId, limit, offset } = query
  // Written as a range, and in `order by` too, so that the planner uses the status index.
  const filters = sql`
    ${status ? sql`and reviews.status between ${status} and ${status}` : sql``}
    ${productId ? sql`and reviews.product_id = ${productId}` : sql``}`
  const listed = sql`from reviews where store_id = ${storeId} ${filters}`
  const order = sql`order by ${status && !productId ? sql`status,` : sql``} created_at desc, id desc`
  const start = { key: sql`created_at, id`, direction: 'desc', rows: sql`${listed} ${order}` } as const
  const [data, [count]] = await Promise.all([
    sql<Review[]>`
      select ${reviewColumns(sql)}
      ${listed} ${fromOffset(sql, offset, start)}
      ${order}
      limit ${limit}`,
    productId
      ? sql<[{ total: number }]>`select count(*) as total ${listed}`
      : sql<[{ total: number }]>`select counted(${storeId}, ${counterNames(status)}) as total`,
  ])
  return { data: [...data], total: count.total }
}

function counterNames(status: ReviewStatus | undefined): string[] {
  return (status ? [status] : ReviewStatus.enum).map((name) => `reviews.${name}`)
}

export async function countReviews(
  sql: Sql,
  storeId: string,
): Promise<Partial<Record<ReviewStatus, number>>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select substr(name, 9) as name, sum(value)::int as count
    from counters
    where store_id = ${storeId} and name like 'reviews.%'
    group by name`
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
