import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'

export const MAX_LENGTHS = { name: 80, text: 2000 }

export const ReviewStatus = Type.Enum(['pending', 'approved', 'rejected'], {
  description: 'pending: sin moderar; approved: se muestra en la tienda; rejected: no se muestra',
})
export type ReviewStatus = Static<typeof ReviewStatus>

export const Review = Type.Object(
  {
    id: Type.String(),
    productId: Type.String(),
    productName: Type.String(),
    name: Type.String({ description: 'Quién opina' }),
    text: Type.String(),
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    status: ReviewStatus,
    verifiedPurchase: Type.Boolean({ description: 'Si quien opina demostró que compró el producto' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Review', description: 'Reseña' },
)
export type Review = Static<typeof Review>

/** The columns of a `Review`. The name is looked up row by row: a join would be planned for a page of unknown length. */
export const reviewColumns = (sql: Sql) => sql`
  reviews.id, reviews.product_id,
  (select name from products where store_id = reviews.store_id and id = reviews.product_id) as product_name,
  reviews.name, reviews.text, reviews.rating, reviews.status, reviews.verified_purchase, reviews.created_at,
  reviews.updated_at`
