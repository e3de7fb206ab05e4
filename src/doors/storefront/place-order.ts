import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { ApiError, issuesIn } from '../../core/errors/errors.ts'
import { html } from '../../core/http/html.ts'
import { countUnlessUnavailable } from '../../core/limits/rate-limit.ts'
import {
  findResponse,
  runIdempotently,
  waitWhileRunning,
  type RecordKey,
} from '../../core/http/stored-responses.ts'
import { MAX_ORDER_MS, ORDER_LIMIT, placeOrder, type NewOrder } from '../../features/orders/create.ts'
import { queuedOrders } from '../../features/orders/queue.ts'
import { orderHref, type CartLine } from './address.ts'
import { isAvailableInFull } from './cart.ts'
import { priceCart } from './price-cart.ts'
import { readCheckoutForm, toNewOrder, type CheckoutFields } from './checkout-form.ts'
import { checkoutPage } from './checkout-page.ts'
import { listPaymentChoices, listShipping } from './checkout-choices.ts'
import { permissionsPolicy } from '../../core/pages/security.ts'
import { sendShopPage } from './send-page.ts'
import { visitedShop, type Shop } from './shop.ts'

/** The checkout form, sent by a browser that runs no JavaScript: the order's page, or the form again with what is wrong. */
export function placeOrderRoute(app: App) {
  app.post<{ Params: { slug: string } }>('/:slug/pedir', {
    config: { maxHandlerMs: MAX_ORDER_MS },
    async handler(request, reply) {
      const { sql, body } = request
      const shop = await visitedShop(request)
      const { typed, lines } = readCheckoutForm(body)
      reply.header('permissions-policy', permissionsPolicy('(self)'))
      const attempt = attemptOf(shop, typed, lines)
      const cart = await priceCart(sql, shop, lines)
      const [options, choices] = [await listShipping(sql, shop.id), await listPaymentChoices(sql, shop.id)]
      const checkedOrder = toNewOrder(shop, typed, cart.lines, options, choices)
      if (!isAvailableInFull(cart) || 'issues' in checkedOrder) {
        // The same form may have placed its order before, and taken the last ones.
        const earlier = await findResponse(sql, attempt.recordKey, attempt.hash)
        if (earlier) return reply.redirect(earlier.location!, 303)
        const issues = 'issues' in checkedOrder ? checkedOrder.issues : []
        reply.code(422)
        const page = await checkoutPage(request, shop, cart, typed, issues)
        return await sendShopPage(request, reply, shop, page)
      }
      const { hitNumber } = await countUnlessUnavailable(request, reply, ORDER_LIMIT)
      if (hitNumber > ORDER_LIMIT.max) {
        reply.code(429)
        const page = await checkoutPage(request, shop, cart, typed, [], tooMany)
        return await sendShopPage(request, reply, shop, page)
      }
      try {
        return reply.redirect(await placeIdempotently(request, shop, attempt, checkedOrder.order), 303)
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) throw error
        reply.code(error.status === 409 ? 409 : 422)
        const page = await refusalPage(request, shop, { typed, lines }, error)
        return await sendShopPage(request, reply, shop, page)
      }
    },
  })
}

type Attempt = { recordKey: RecordKey; hash: Buffer }

/** The same form with the same content is one order, also after going back to its page. */
function attemptOf(shop: Shop, typed: CheckoutFields, lines: CartLine[]): Attempt {
  const content = JSON.stringify([typed, lines])
  const hash = createHash('sha256').update(content).digest()
  return {
    recordKey: { storeId: shop.id, scope: 'page', key: `${typed.key} ${hash.toString('base64url')}` },
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
    runIdempotently(sql, attempt.recordKey, attempt.hash, async (tx) => {
      const placed = await placeOrder(tx, order, { config: app.config, log, client })
      return { status: 303, body: '', location: `${orderHref(shop, placed.order.trackingToken)}#listo` }
    })
  const { location } = await waitWhileRunning(place, MAX_WAIT_MS)
  return location!
}

const tooMany = html`
  <p class="notice bad" role="alert">
    Recibimos demasiados pedidos desde tu conexión. Espera un minuto y vuelve a enviarlo.
  </p>
`

/** The form again, with what is wrong by now. */
async function refusalPage(
  request: FastifyRequest,
  shop: Shop,
  { typed, lines }: ReturnType<typeof readCheckoutForm>,
  error: ApiError,
) {
  const now = await priceCart(request.sql, shop, lines) // something may be sold out since
  const issues = issuesIn(error).filter(({ reason }) => reason !== 'out_of_stock')
  const isTotalRefused = error.body.code === 'TOTAL_CHANGED' ? 'true' : ''
  return checkoutPage(request, shop, now, { ...typed, isTotalRefused }, issues, conflictNotice(error))
}

function conflictNotice({ status, body }: ApiError) {
  if (status !== 409 || body.code === 'TOTAL_CHANGED') return null // the page says what changed
  const number = body.details?.['orderNumber']
  if (typeof number !== 'string') return html`<p class="notice bad" role="alert">${body.error}</p>`
  return html`
    <p class="notice" role="alert">
      <b>¿Otro igual?</b> Ya recibimos este mismo pedido hace un momento: es el <b>${number}</b>. Si quieres otro igual,
      vuelve a enviarlo en cinco minutos; con otra cantidad puedes pedirlo ya.
    </p>
  `
}
