import Type, { type Static } from 'typebox'
import type { App } from '../core/http/app.ts'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Changes, dataOf, IdParams } from '../core/http/schema.ts'
import { moveCount } from '../core/database/counters.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { Review, reviewColumns } from './review.ts'

const Moderation = Type.Enum(['approved', 'rejected'], {
  description: 'approved: se muestra en la tienda; rejected: no se muestra',
})
type Moderation = Static<typeof Moderation>

export function updateReviewRoute(app: App) {
  app.put('/reviews/:id', {
    config: { scope: 'reviews:write', feature: 'reviewModeration' },
    schema: {
      operationId: 'updateReview',
      summary: 'Moderar una reseña',
      description: 'La aprueba o la rechaza, desde cualquier estado. Necesita un plan de pago.',
      params: IdParams,
      body: Changes({ status: Moderation }),
      response: { 200: dataOf(Review) },
    },
    async handler({ sql, store, params, body }) {
      return { data: await moderateReview(sql, store.id, params.id, body.status) }
    },
  })
}

/** Approves or rejects a review; a review that already has that status is left unchanged. @throws 404 */
function moderateReview(sql: Sql, storeId: string, id: string, to: Moderation | undefined): Promise<Review> {
  return transaction(sql, async (tx) => {
    const review = await lockReview(tx, storeId, id)
    if (to === undefined || review.status === to) return review

    const [moved] = await tx<[{ updatedAt: string }]>`
      update reviews
      set status = ${to}, updated_at = clock_timestamp()
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
