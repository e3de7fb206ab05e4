import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { ReviewStatus } from './review.ts'
import { t } from '../../core/texts/text.ts'

export const deleteReview = operation({
  id: 'deleteReview',
  rest: 'DELETE /reviews/:id',
  scope: 'reviews:write',
  feature: 'reviewModeration',
  summary: 'Borrar una reseña',
  description: 'La borra para siempre. Necesita un plan de pago.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    const [review] = await sql<{ status: ReviewStatus }[]>`
      delete from reviews
      where store_id = ${store.id} and id = ${id}
      returning status`
    if (!review) throw notFound(t('La reseña'))
    if (review.status === 'approved') await raiseCatalogVersion(sql, store.id)
    await sql`select increment_counter(${store.id}, ${`reviews.${review.status}`}, -1)`
    return { data: { id, deleted: true as const } }
  },
})
