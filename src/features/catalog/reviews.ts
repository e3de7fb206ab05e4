import type { Sql } from '../../core/database/db.ts'

export const listRatings = (sql: Sql, storeId: string, productIds: string[]) => sql<
  { productId: string; average: number; count: number }[]
>`
  select product_id, round(avg(rating), 1) as average, count(*) as count
  from reviews
  where store_id = ${storeId} and product_id = any(${productIds}::text[]) and status = 'approved'
  group by product_id`

export type Review = {
  name: string
  text: string
  rating: number
  verifiedPurchase: boolean
  createdAt: string
}

/** The newest approved reviews of a product, and the average of all of them, which is null without any. */
export async function listApprovedReviews(sql: Sql, storeId: string, productId: string) {
  const approved = sql`store_id = ${storeId} and product_id = ${productId} and status = 'approved'`
  const [reviews, [summary]] = await Promise.all([
    sql<Review[]>`
      select name, text, rating, verified_purchase, created_at
      from reviews
      where ${approved}
      order by created_at desc, id desc
      limit 20`,
    sql<[{ count: number; average: number | null }]>`
      select count(*) as count, round(avg(rating), 1) as average from reviews where ${approved}`,
  ])
  return { reviews, ...summary }
}
