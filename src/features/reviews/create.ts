import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { transaction, type Sql } from '../../core/database/db.ts'
import { invalid, notFound, paymentRequired } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { idempotentPost, willReplay } from '../../core/http/idempotency.ts'
import { toApiError } from '../../core/http/send-error.ts'
import { applyLimit, setLimitHeadersPerAddress } from '../../core/limits/rate-limit.ts'
import { Body, SingleLine, MultiLine, Nullable, Reference } from '../../core/http/schema.ts'
import { MAX_LENGTHS } from './review.ts'
import { t } from '../../core/texts/text.ts'

export const NewReview = Body({
  productId: Reference('Producto del que se opina'),
  storeId: Reference('Tienda del producto'),
  name: SingleLine({ max: MAX_LENGTHS.name, description: 'Quién opina' }),
  text: MultiLine({ min: 1, max: MAX_LENGTHS.text, description: 'La opinión' }),
  rating: Type.Integer({ minimum: 1, maximum: 5, description: 'De 1 a 5 estrellas' }),
  trackingToken: Type.Optional(
    Nullable(
      SingleLine({
        max: 64,
        description:
          'El código al final de la dirección de seguimiento de un pedido: si el pedido tiene el producto, la compra queda verificada',
      }),
    ),
  ),
})
export type NewReview = Static<typeof NewReview>

export const REVIEW_LIMIT = { name: 'reviews', max: 3, seconds: 24 * 60 * 60 }

export function createReviewRoute(app: App) {
  app.post('/reviews', {
    config: { idempotent: true, onDomains: true, errors: ['402', 'NOT_FOUND'] },
    schema: {
      operationId: 'createReview',
      summary: 'Opinar de un producto',
      description: 'La reseña queda pendiente hasta que la tienda la apruebe.',
      body: NewReview,
      response: { 201: Type.Object({ id: Type.String() }) },
    },
    onRequest: setLimitHeadersPerAddress(REVIEW_LIMIT),
    preHandler: Object.assign(countReview, { limit: REVIEW_LIMIT }),
    // Fastify awaits it, which its types don't say.
    errorHandler: (...failed) => countRefusedBody(...failed) as unknown as void,
    handler: idempotentPost<NewReview, { id: string }>(
      () => app.sql,
      async (sql, review) => ({ id: await createReview(sql, review) }),
      201,
    ),
  })
}

/**
 * Rate limits reviews. Replays and requests with a 400 are not counted, so this runs after validation. It runs before the
 * handler, whose idempotent requests each hold a connection while they wait.
 */
async function countReview(request: FastifyRequest<{ Body: NewReview }>, reply: FastifyReply) {
  if (await willReplay(request)) return
  const found = await findReviewedProduct(request.sql, request.body)
  if (found?.billingState === 'active' && !found.hasProduct) throw missingProduct()
  await countHit(request, reply)
}

/** Counts bodies that are rejected unread, with a 413 or a 415: they don't get to `countReview`. */
async function countRefusedBody(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if ([413, 415].includes(toApiError(error, request).status)) await countHit(request, reply)
  throw error
}

async function countHit({ server, clientAddress }: FastifyRequest, reply: FastifyReply) {
  applyLimit(reply, REVIEW_LIMIT, await server.hits.count(REVIEW_LIMIT, clientAddress))
}

/** @throws 400 no such product, 402 suspended, 404 no such store */
export function createReview(sql: Sql, review: NewReview): Promise<string> {
  return transaction(sql, async (tx) => {
    const found = await findReviewedProduct(tx, review)
    if (!found) throw notFound(t('La tienda'))
    if (found.billingState === 'suspended') throw paymentRequired(found.slug)
    if (!found.hasProduct) throw missingProduct()

    const { storeId, productId, name, text, rating, trackingToken = null } = review
    const id = newId()
    await tx`
      insert into reviews (store_id, id, product_id, name, text, rating, verified_purchase)
      select ${storeId}, ${id}, ${productId}, ${name}, ${text}, ${rating}, exists (
        select 1
        from orders
        where tracking_token = ${trackingToken}
        and store_id = ${storeId}
        and is_completed(status)
        and not is_test
        and items @> jsonb_build_array(jsonb_build_object('productId', ${productId}::text))
      )`
    await tx`select increment_counter(${storeId}, 'reviews.pending', 1)`
    return id
  })
}

async function findReviewedProduct(sql: Sql, { storeId, productId }: NewReview) {
  const [found] = await sql<{ billingState: string; slug: string; hasProduct: boolean }[]>`
    select
      billing_state, slug,
      exists (
        select 1
        from products
        where store_id = ${storeId} and id = ${productId} and is_active and deleted_at is null
      ) as has_product
    from stores
    where id = ${storeId} and deleted_at is null`
  return found
}

const missingProduct = () =>
  invalid('productId', 'not_found', t('El producto no existe o no está a la venta en esta tienda'))
