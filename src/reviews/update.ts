import { Type } from 'typebox'
import { operation } from '../core/operations/operation.ts'
import { PartialBody, dataOf } from '../core/http/schema.ts'
import { moderateReview } from './moderate.ts'
import { Review } from './review.ts'

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
