import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { reviewColumns, type Review } from './review.ts'
import { t } from '../../core/texts/text.ts'

/** @throws 404 */
export async function getReview(sql: Sql, storeId: string, id: string): Promise<Review> {
  const [review] = await sql<Review[]>`
    select ${reviewColumns(sql)}
    from reviews
    where store_id = ${storeId} and id = ${id}`
  if (!review) throw notFound(t('La reseña'))
  return review
}
