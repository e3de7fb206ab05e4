import type { App } from '../core/http/app.ts'
import { ApiError, firstMessage } from '../core/errors/errors.ts'
import { limitPerAddress } from '../core/limits/rate-limit.ts'
import { decideProposal } from '../orders/decide-proposal.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { queuedOrders } from '../orders/queue.ts'
import { orderHref } from './address.ts'
import { findOrder, type OrderParams } from './order-page.ts'
import { sendFailure } from './send-failure.ts'
import { visitedShop } from './shop.ts'

const PROPOSAL_LIMIT = { name: 'proposals', max: 20, seconds: 60 }

type Fields = { propuesta?: unknown; respuesta?: unknown } | undefined

/** A shopper takes the change that the store proposes, or not: the order's page, or what no longer fits. */
export function decideProposalRoute(app: App) {
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
        const title = 'El cambio no se pudo hacer'
        return await sendFailure(named(error, order), title, shop, request, reply)
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
  const text = `${item ? `${item.productName}: ` : ''}${firstMessage(error)}. Tu pedido sigue como estaba.`
  return new ApiError(error.status, { ...error.body, error: text, details: {} })
}
