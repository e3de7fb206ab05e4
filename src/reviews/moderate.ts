import { moveCount } from '../core/database/counters.ts'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { reviewColumns, type Review, type ReviewStatus } from './review.ts'

/** Moves a review to a status, or to none; a review that already has it is left unchanged. @throws 404 */
export function moderateReview(
  sql: Sql,
  storeId: string,
  id: string,
  to: ReviewStatus | undefined,
): Promise<Review> {
  return transaction(sql, async (tx) => {
    const review = await lockReview(tx, storeId, id)
    if (to === undefined || review.status === to) return review

    const [moved] = await tx<[{ updatedAt: string }]>`
      update reviews
      set status = ${to}, updated_at = statement_timestamp()
      where store_id = ${storeId} and id = ${id}
      returning updated_at`
    if (review.status === 'approved' || to === 'approved') await raiseCatalogVersion(tx, storeId)
    await moveCount(tx, storeId, `reviews.${review.status}`, `reviews.${to}`)
    return { ...review, status: to, updatedAt: moved.updatedAt }
  })
}

async function lockReview(tx: Tx, storeId: string, id: string): Promise<Review> {
  const [review] = await tx<Review[]>`
    select ${reviewColumns(tx)}
    from reviews
    where store_id = ${storeId} and id = ${id}
    for update`
  if (!review) throw notFound('La reseña')
  return review
}
