import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, firstMessage } from '../core/errors/errors.ts'
import { html } from '../core/http/html.ts'
import { orderHref } from './address.ts'
import { shopPage } from './layout.ts'
import type { OrderParams } from './order-page.ts'
import { shopLink } from './parts/shop-link.ts'
import { sendPage } from './send-page.ts'
import type { Shop } from './shop.ts'

/** The page of a form of an order that could not be done: what is wrong, and the way back. @throws other errors */
export async function sendFailure(
  error: unknown,
  title: string,
  shop: Shop,
  request: FastifyRequest<{ Params: OrderParams }>,
  reply: FastifyReply,
) {
  if (!(error instanceof ApiError) || ![400, 409, 413, 415].includes(error.status)) throw error
  const main = html`
    <div class="message">
      <h1>${title}</h1>
      <p>${firstMessage(error)}</p>
      <p>${shopLink(shop, orderHref(shop, request.params.token), 'Volver al pedido', 'button')}</p>
    </div>
  `
  reply.code(error.status)
  return await sendPage(request, reply, shopPage(shop, { title: `${title} · ${shop.name}` }, main))
}
