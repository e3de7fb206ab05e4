import { Type } from 'typebox'
import { moveCount } from '../../core/database/counters.ts'
import type { Tx } from '../../core/database/db.ts'
import { operation } from '../../core/operations/operation.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { getReview } from './get.ts'
import { Review, type ReviewStatus } from './review.ts'

const Moderation = Type.Enum(['approved', 'rejected'], {
  description: 'approved: se muestra en la tienda; rejected: no se muestra',
})

export const updateReview = operation({
  id: 'updateReview',
  rest: 'PUT /reviews/:id',
  scope: 'reviews:write',
  feature: 'reviewModeration',
  summary: 'Moderar una reseña',
  description: 'La aprueba o la rechaza, desde cualquier estado. Necesita un plan de pago.',
  body: PartialBody({ status: Moderation }),
  response: { 200: dataOf(Review) },
  async run({ sql, store, id, body }) {
    return { data: await moderateReview(sql, store.id, id, body.status) }
  },
})

/** Moves a review to a status, or to none; a review that already has it is left unchanged. @throws 404 */
export async function moderateReview(
  tx: Tx,
  storeId: string,
  id: string,
  to: ReviewStatus | undefined,
): Promise<Review> {
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
}

async function lockReview(tx: Tx, storeId: string, id: string): Promise<Review> {
  await tx`select 1 from reviews where store_id = ${storeId} and id = ${id} for update`
  return getReview(tx, storeId, id)
}
