import type { FastifyReply, FastifyRequest } from 'fastify'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { ApiError, firstMessage, notFound } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { html } from '../../core/http/html.ts'
import { applyLimit, limitPerAddress } from '../../core/limits/rate-limit.ts'
import { decideProposal } from '../../features/orders/decide-proposal.ts'
import type { OrderRow } from '../../features/orders/order-row.ts'
import { queuedOrders } from '../../features/orders/queue.ts'
import { moveOrder } from '../../features/orders/move.ts'
import { findOrderByToken } from '../../features/payments/receipts/find-order.ts'
import { prepareToSave } from '../../features/payments/receipts/prepare.ts'
import { MAX_RECEIPT_MS, RECEIPT_LIMIT, receiptRoutes } from '../../features/payments/receipts/receive.ts'
import { orderHref } from '../../features/catalog/address.ts'
import { shopPage } from './layout.ts'
import { CANCELLED, findOrder, type OrderParams } from './order-page.ts'
import { shopLink } from './parts/shop-link.ts'
import { sendPage } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

/** What a shopper does on the page of an order: pays it, cancels it, decides on a change of it, or sends a receipt. */
export function orderForms(app: App) {
  payOrderRoute(app)
  cancelOrderRoute(app)
  decideProposalRoute(app)
  sendReceiptRoute(app)
}

const ADDRESS_LIMIT = { name: 'pay-order-address', max: 20, seconds: 60 }
const ORDER_LIMIT = { name: 'pay-order', max: 10, seconds: 60 }

const notices = { 'nothing to pay': '', cents: '#pay', failed: '?pago=fallo' }

/** The link to pay an order with its provider: redirects to the provider's page, which is made anew where it has lapsed. */
function payOrderRoute(app: App) {
  const onRequest = limitPerAddress(ADDRESS_LIMIT)
  app.get<{ Params: OrderParams }>('/:slug/pedido/:token/pagar', { onRequest }, async (request, reply) => {
    const { sql, params } = request
    const shop = await visitedShop(request)
    const { id, trackingToken } = await findOrder(sql, shop.id, params.token)
    applyLimit(reply, ORDER_LIMIT, await app.hits.count(ORDER_LIMIT, id))
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    const page = await app.openPaymentPage(shop.id, id)
    if (typeof page === 'object') return reply.redirect(page.url, 303)
    return reply.redirect(orderHref(shop, trackingToken) + notices[page], 303)
  })
}

/** A shopper may cancel an order while it is pending; later the order's page says that it is too late. */
function cancelOrderRoute(app: App) {
  app.post<{ Params: OrderParams }>('/:slug/pedido/:token/cancelar', {
    async handler(request, reply) {
      const { sql, params } = request
      const shop = await visitedShop(request)
      const { id } = await findOrder(sql, shop.id, params.token)
      await cancelWhilePending(app, shop.id, id)
      return reply.redirect(`${orderHref(shop, params.token)}?${CANCELLED}`, 303)
    },
  })
}

function cancelWhilePending({ sql, config }: App, storeId: string, id: string) {
  return queuedOrders(sql, storeId).begin(async (tx) => {
    const [pending] = await tx`
      select 1 from orders where store_id = ${storeId} and id = ${id} and status = 'pending' for update`
    if (pending) await moveOrder(tx, config, { storeId, id, to: 'cancelled', by: 'shopper' })
  })
}

const PROPOSAL_LIMIT = { name: 'proposals', max: 20, seconds: 60 }

type Fields = { propuesta?: unknown; respuesta?: unknown } | undefined

/** A shopper takes the change that the store proposes, or not: the order's page, or what no longer fits. */
function decideProposalRoute(app: App) {
  app.post<{ Params: OrderParams; Body: Fields }>('/:slug/pedido/:token/cambio', {
    onRequest: limitPerAddress(PROPOSAL_LIMIT),
    async handler(request, reply) {
      const { sql, params, body } = request
      const shop = await visitedShop(request)
      const order = await findOrder(sql, shop.id, params.token)
      const decision = { sentAt: String(body?.propuesta), isAccepted: body?.respuesta === 'si' }
      try {
        await decideProposal(queuedOrders(app.sql, shop.id), shop.id, order.id, decision)
      } catch (error) {
        const title = t('El cambio no se pudo hacer')
        return await sendFailure({ shop, request, reply }, title, named(error, order))
      }
      return reply.redirect(orderHref(shop, params.token), 303)
    },
  })
}

/** The error with the name of the product that it is about, since a shopper sees no field. */
function named(error: unknown, { proposal }: OrderRow): unknown {
  if (!(error instanceof ApiError)) return error
  const field = String(error.body.details?.['field'])
  const item = proposal?.items[Number(/^items\.(\d+)\./.exec(field)?.[1])]
  const reason = item ? joined([item.productName, firstMessage(error)], ': ') : firstMessage(error)
  const text = t('{reason}. Tu pedido sigue como estaba.', { reason })
  return new ApiError(error.status, { ...error.body, error: text, details: {} })
}

/** The receipt of a payment, sent by a browser that runs no JavaScript: the order's page, or what is wrong. */
function sendReceiptRoute(app: App) {
  receiptRoutes(app, (instance, receive) => {
    instance.post<{ Params: OrderParams }>('/:slug/pedido/:token/comprobante', {
      config: { maxHandlerMs: MAX_RECEIPT_MS },
      onRequest: limitPerAddress(RECEIPT_LIMIT),
      async handler(request, reply) {
        const { sql, params } = request
        const shop = await visitedShop(request)
        try {
          await receive(request, async ({ file }) => {
            const order = await findOrderByToken(sql, params.token)
            if (order.storeId !== shop.id) throw notFound(t('El pedido'))
            const save = await prepareToSave(app, order, file, request.clientAddress)
            await save(app.sql)
          })
        } catch (error) {
          return await sendFailure({ shop, request, reply }, t('No se pudo enviar el comprobante'), error)
        }
        return reply.redirect(orderHref(shop, params.token), 303)
      },
    })
  })
}

type Visit = { shop: Shop; request: FastifyRequest<{ Params: OrderParams }>; reply: FastifyReply }

/** The page of a form of an order that could not be done: what is wrong, and the way back. @throws other errors */
async function sendFailure({ shop, request, reply }: Visit, title: Localized, error: unknown) {
  if (!(error instanceof ApiError) || ![400, 409, 413, 415, 429].includes(error.status)) throw error
  const main = html`
    <div class="message">
      <h1>${title}</h1>
      <p>${firstMessage(error)}</p>
      <p>${shopLink(shop, orderHref(shop, request.params.token), t('Volver al pedido'), 'button')}</p>
    </div>
  `
  reply.code(error.status).headers(error.headers)
  const page = shopPage(shop, { title: joined([title, shop.name], ' · ') }, main)
  return await sendPage(request, reply, page, shop.language)
}
