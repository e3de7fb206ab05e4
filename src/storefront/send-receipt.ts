import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/http/app.ts'
import { ApiError, notFound } from '../core/errors/errors.ts'
import { html } from '../core/http/html.ts'
import { limitPerAddress } from '../core/limits/rate-limit.ts'
import { findOrderByToken } from '../payments/receipts/find-order.ts'
import { MAX_RECEIPT_MS, receiptRoutes } from '../payments/receipts/receive.ts'
import { RECEIPT_LIMIT, sendReceipt } from '../payments/receipts/send.ts'
import { orderHref } from './address.ts'
import { shopPage } from './layout.ts'
import type { OrderParams } from './order-page.ts'
import { shopLink } from './parts/shop-link.ts'
import { sendPage } from './send-page.ts'
import { visitedShop, type Shop } from './shop.ts'

/** The receipt of a payment, sent by a browser that runs no JavaScript: the order's page, or what is wrong. */
export function sendReceiptRoute(app: App) {
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
            if (order.storeId !== shop.id) throw notFound('El pedido')
            await sendReceipt(app, order, file)
          })
        } catch (error) {
          return await sendFailure(error, shop, request, reply)
        }
        return reply.redirect(orderHref(shop, params.token), 303)
      },
    })
  })
}

async function sendFailure(
  error: unknown,
  shop: Shop,
  request: FastifyRequest<{ Params: OrderParams }>,
  reply: FastifyReply,
) {
  if (!(error instanceof ApiError) || ![400, 409, 413, 415].includes(error.status)) throw error
  const issues = error.body.details?.['issues'] as { message: string }[] | undefined
  const title = 'No se pudo enviar el comprobante'
  const main = html`
    <div class="message">
      <h1>${title}</h1>
      <p>${issues?.[0]?.message ?? error.body.error}</p>
      <p>${shopLink(shop, orderHref(shop, request.params.token), 'Volver al pedido', 'button')}</p>
    </div>
  `
  reply.code(error.status)
  return await sendPage(request, reply, shopPage(shop, { title: `${title} · ${shop.name}` }, main))
}
