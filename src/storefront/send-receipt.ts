import type { App } from '../core/http/app.ts'
import { notFound } from '../core/errors/errors.ts'
import { limitPerAddress } from '../core/limits/rate-limit.ts'
import { findOrderByToken } from '../payments/receipts/find-order.ts'
import { prepareToSave, writesOf } from '../payments/receipts/prepare.ts'
import { MAX_RECEIPT_MS, RECEIPT_LIMIT, receiptRoutes } from '../payments/receipts/receive.ts'
import { orderHref } from './address.ts'
import type { OrderParams } from './order-page.ts'
import { sendFailure } from './send-failure.ts'
import { visitedShop } from './shop.ts'

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
            const save = await prepareToSave(app, order, file)
            await save(writesOf(app, order))
          })
        } catch (error) {
          return await sendFailure(error, 'No se pudo enviar el comprobante', shop, request, reply)
        }
        return reply.redirect(orderHref(shop, params.token), 303)
      },
    })
  })
}
