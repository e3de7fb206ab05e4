import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted, IdParams } from '../core/http/schema.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { ReviewStatus } from './review.ts'

export function deleteReviewRoute(app: App) {
  app.delete('/reviews/:id', {
    config: { scope: 'reviews:write', feature: 'reviewModeration' },
    schema: {
      operationId: 'deleteReview',
      summary: 'Borrar una reseña',
      description: 'La borra para siempre. Necesita un plan de pago.',
      params: IdParams,
      response: { 200: Deleted },
    },
    async handler({ sql, store, params }) {
      return { data: await deleteReview(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
function deleteReview(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    const [review] = await tx<{ status: ReviewStatus }[]>`
      delete from reviews
      where store_id = ${storeId} and id = ${id}
      returning status`
    if (!review) throw notFound('La reseña')
    if (review.status === 'approved') await raiseCatalogVersion(tx, storeId)
    await tx`select increment_counter(${storeId}, ${`reviews.${review.status}`}, -1)`
    return { id, deleted: true as const }
  })
}
