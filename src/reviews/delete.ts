import { operation } from '../core/operations/operation.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { ReviewStatus } from './review.ts'

export const deleteReview = operation({
  id: 'deleteReview',
  rest: 'DELETE /reviews/:id',
  scope: 'reviews:write',
  feature: 'reviewModeration',
  summary: 'Borrar una reseña',
  description: 'La borra para siempre. Necesita un plan de pago.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeReview(sql, store.id, id) }
  },
})

/** @throws 404 */
function removeReview(sql: Sql, storeId: string, id: string) {
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
