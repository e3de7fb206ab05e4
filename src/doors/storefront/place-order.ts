import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { ApiError, invalidAll, type Issue } from '../../core/errors/errors.ts'
import { countUnlessUnavailable, rejectPast } from '../../core/limits/rate-limit.ts'
import {
  findResponse,
  commitOnce,
  waitWhileRunning,
  type RecordKey,
} from '../../core/http/stored-responses.ts'
import { MAX_ORDER_MS, ORDER_LIMIT, placeOrder, type NewOrder } from '../../features/orders/create.ts'
import { queuedOrders } from '../../features/orders/queue.ts'
import { permissionsPolicy } from '../../core/pages/security.ts'
import { orderHref } from '../../features/catalog/address.ts'
import { readCheckoutForm, toNewOrder, type CheckoutForm } from './checkout-form.ts'
import { checkoutPage } from './checkout-page.ts'
import { sendShopPage } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

/** The checkout form, sent by the page's script or by the browser: leads to the order's page, or is the form again with what is wrong. */
export function placeOrderRoute(app: App) {
  app.post<{ Params: { slug: string } }>('/:slug/pedir', {
    config: { maxHandlerMs: MAX_ORDER_MS },
    async handler(request, reply) {
      const shop = await visitedShop(request)
      const form = readCheckoutForm(request.body)
      try {
        return reply.redirect(await placeForm(request, reply, shop, form), 303)
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 409, 429].includes(error.status)) throw error
        reply.code(error.status === 400 ? 422 : error.status).headers(error.headers)
        reply.header('permissions-policy', permissionsPolicy('(self)'))
        return await sendShopPage(request, reply, shop, await checkoutPage(request, shop, form, error))
      }
    },
  })
}

/** @returns the URL of the order's page. @throws 400 or 409 on what can't be ordered, 429 */
async function placeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: Shop,
  form: CheckoutForm,
): Promise<string> {
  const attempt = attemptOf(shop, form)
  const checked = await toNewOrder(request.sql, shop, form)
  if ('issues' in checked) {
    // The form may have placed its order before, while all of it was still right.
    const earlier = await findResponse(request.sql, attempt.recordKey, attempt.hash)
    if (earlier) return earlier.location!
    throw invalidAll(checked.issues as [Issue, ...Issue[]])
  }
  rejectPast(ORDER_LIMIT, await countUnlessUnavailable(request, reply, ORDER_LIMIT))
  return placeIdempotently(request, shop, attempt, checked.order)
}

type Attempt = { recordKey: RecordKey; hash: Buffer }

/** A form that is sent twice with one content is one order, also after going back to its page. */
function attemptOf(shop: Shop, { submitted, lines }: CheckoutForm): Attempt {
  const content = JSON.stringify([submitted, lines])
  const hash = createHash('sha256').update(content).digest()
  return {
    recordKey: { storeId: shop.id, scope: 'page', key: `${submitted.key} ${hash.toString('base64url')}` },
    hash,
  }
}

/** Within the time that the handler has. */
const MAX_WAIT_MS = 3_000

/** The second request of a double tap waits for the first one's order. @returns the URL of the order's page */
async function placeIdempotently(
  { server: app, log, clientAddress: client }: FastifyRequest,
  shop: Shop,
  attempt: Attempt,
  order: NewOrder,
): Promise<string> {
  const sql = queuedOrders(app.sql, shop.id)
  const place = () =>
    commitOnce(sql, attempt.recordKey, attempt.hash, async (tx) => {
      const placed = await placeOrder(tx, order, { config: app.config, log, client })
      return { status: 303, body: '', location: `${orderHref(shop, placed.order.trackingToken)}#listo` }
    })
  const { location } = await waitWhileRunning(place, MAX_WAIT_MS)
  return location!
}
