import { moveCount } from '../core/database/counters.ts'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { getReview } from './get.ts'
import type { Review, ReviewStatus } from './review.ts'

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
  await tx`select 1 from reviews where store_id = ${storeId} and id = ${id} for update`
  return getReview(tx, storeId, id)
}
