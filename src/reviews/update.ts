import { Type } from '../core/values/json-schema.ts'
import type { App } from '../core/http/app.ts'
import { PartialBody, dataOf, IdParams } from '../core/http/schema.ts'
import { moderateReview } from './moderate.ts'
import { Review } from './review.ts'

const Moderation = Type.Enum(['approved', 'rejected'], {
  description: 'approved: se muestra en la tienda; rejected: no se muestra',
})

export function updateReviewRoute(app: App) {
  app.put('/reviews/:id', {
    config: { scope: 'reviews:write', feature: 'reviewModeration' },
    schema: {
      operationId: 'updateReview',
      summary: 'Moderar una reseña',
      description: 'La aprueba o la rechaza, desde cualquier estado. Necesita un plan de pago.',
      params: IdParams,
      body: PartialBody({ status: Moderation }),
      response: { 200: dataOf(Review) },
    },
    async handler({ sql, store, params, body }) {
      return { data: await moderateReview(sql, store.id, params.id, body.status) }
    },
  })
}
