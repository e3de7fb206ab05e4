import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { chatHref } from '../../core/pages/chat-href.ts'
import { formatAmount } from '../../core/values/money.ts'
import { hourOf } from '../../features/hours/format.ts'
import { orderMessage, type StoreOfOrder } from '../../features/orders/message.ts'
import type { OrderStatus } from '../../features/orders/order.ts'
import { orderColumns, type OrderRow } from '../../features/orders/order-row.ts'
import { picturesOfItems } from '../../features/orders/item-pictures.ts'
import { isOpen } from '../../features/orders/proposal.ts'
import { isUndoable, markSeen } from '../../features/orders/undo-status.ts'
import { orderHref, fullUrl } from '../../features/catalog/address.ts'
import { scripts, shopPage } from './layout.ts'
import { icon } from './parts/icon.ts'
import { orderSummary } from './parts/order-summary.ts'
import { statusLabels } from './parts/status-labels.ts'
import { payment, receiptForm } from './parts/payment.ts'
import { phoneConfirmation } from './parts/phone-confirmation.ts'
import { proposalPart } from './parts/proposal.ts'
import { sendPage } from './send-page.ts'
import { repeatOrderHref } from './repeat-order.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'
import { dayOf } from '../../core/pages/format.ts'

export const CANCELLED = 'cancelado'

/** What a form or the way to a payment led back with. */
type Notices = { [CANCELLED]?: string; pago?: string }

export type OrderParams = { slug: string; token: string }
type ShownOrder = OrderRow &
  Omit<StoreOfOrder, 'name' | 'slug' | 'whatsappNumber'> & { phoneVerification: 'off' | 'ask' }

export function orderPageRoute(app: App) {
  app.get<{ Params: OrderParams }>('/:slug/pedido/:token', async (request, reply) => {
    const { sql, params, query } = request
    const shop = await visitedShop(request)
    const order = await findSeenOrder(sql, shop.id, params.token)
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    return await sendPage(request, reply, await orderPage(app, shop, order, query as Notices), shop.language)
  })
}

/** What the page shows of the order's state (`shownState`), for its poll as plain text. */
export function orderStateRoute(app: App) {
  app.get<{ Params: OrderParams }>('/:slug/pedido/:token/estado', async ({ sql, params }, reply) => {
    let order = await readState(sql, params)
    if (order && isUndoable(order)) {
      await markSeen(sql, order.storeId, params.token)
      order = await readState(sql, params)
    }
    if (!order) throw notFound(t('El pedido'))
    return reply
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
      .send(order.state)
  })
}

async function readState(sql: Sql, { slug, token }: OrderParams) {
  const [order] = await sql<(Pick<OrderRow, 'timeline'> & { storeId: string; state: string })[]>`
    select store_id, jsonb_build_array(timeline -> -1) as timeline,
      concat_ws(' ', status, payment_state, case when phone_verified then 'phone' end,
        proposal ->> 'state', proposal ->> 'sentAt') as state
    from orders
    where tracking_token = ${token}
    and store_id = (
      select stores.id
      from slugs
      join stores on stores.id = slugs.store_id
      where slugs.slug = ${slug} and held_until is null and deleted_at is null and billing_state = 'active'
    )`
  return order
}

/** The order, once it is noted that the shopper sees it. @throws 404 */
async function findSeenOrder(sql: Sql, storeId: string, token: string): Promise<ShownOrder> {
  const order = await findOrder(sql, storeId, token)
  if (!isUndoable(order)) return order
  await markSeen(sql, storeId, token)
  return findOrder(sql, storeId, token)
}

/** @throws 404 */
export async function findOrder(sql: Sql, storeId: string, token: string): Promise<ShownOrder> {
  const [order] = await sql<ShownOrder[]>`
    select ${orderColumns(sql)}, store.*
    from orders
    cross join (
      select message_template, payment_instructions, time_zone, phone_verification from stores where id = ${storeId}
    ) as store
    where tracking_token = ${token} and store_id = ${storeId}`
  if (!order) throw notFound(t('El pedido'))
  return order
}

async function orderPage(app: App, shop: Shop, order: ShownOrder, notices: Notices): Promise<Html> {
  const { status, orderNumber } = order
  const { title, text } = {
    ...statusLabels(order, status),
    ...(status === 'pending' && order.payment && withMethodText),
    ...(isUnpaid(order) && unpaidText),
  }
  const href = orderHref(shop, order.trackingToken)
  const { whatsappNumber: number } = shop
  const chat = number && chatHref(number, chatMessage(shop, order, fullUrl(app, shop, href)))
  const name = t('Pedido {order}', { order: orderNumber })
  const isLate = CANCELLED in notices && !['pending', 'cancelled'].includes(status)
  const main = html`
    <div data-order="${orderNumber}" class="two">
      <div class="way">
        <div class="head" id="status">
          <p class="muted">${name} · ${formatAmount(order.total, order.currency)}</p>
          <h1>${title}</h1>
          ${isLate && tooLate(shop)}
          ${notices.pago === 'fallo' && noPayment}
        </div>
        <div id="proposal">${proposalPart(shop, order, href)}</div>
        <ol class="steps" id="steps" data-status="${shownState(order)}" aria-label="${t('Cómo va')}">${steps(shop, order)}</ol>
        <div id="next">${chat && isToBeSent(order) ? nextStep(shop, chat, order) : html`<p>${text}</p>${chat && chatLink(chat)}`}</div>
        <div id="phone">${await phoneConfirmation(app, shop, order)}</div>
        <div id="payment">${await payment(shop, order)}${receiptForm(shop, order)}</div>
        <div class="actions" id="actions">${againLink(shop, order)}${status === 'pending' && cancelForm(href)}</div>
      </div>
      ${orderSummary(shop, order, await picturesOfItems(app.sql, shop.id, order.items))}
    </div>
  `
  return shopPage(
    shop,
    {
      title: joined([name, shop.name], ' · '),
      extra: scripts('order.js', 'order-page.js'),
    },
    main,
  )
}

/** The status, the payment's, whether the phone is confirmed, and the proposal's, such as `pending PAID phone`. */
const shownState = ({ status, paymentState, phoneVerified, proposal }: ShownOrder) =>
  [status, paymentState, phoneVerified && 'phone', proposal?.state, proposal?.sentAt]
    .filter(Boolean)
    .join(' ')

/** Whether the store waits for the shopper's message: not once it has their payment, or has proposed a change. */
const isToBeSent = ({ status, paymentState, proposal }: ShownOrder) =>
  status === 'pending' && paymentState !== 'REVIEW' && paymentState !== 'PAID' && !isOpen(proposal)

const isUnpaid = ({ timeline }: ShownOrder) => timeline.at(-1)?.by === 'system'

const withMethodText = { text: t('La tienda te escribirá para confirmarlo.') }

const unpaidText = { text: t('No se pagó a tiempo. Puedes volver a pedir lo mismo cuando quieras.') }

const noPayment = html`
  <p class="notice bad" role="status">${t('No se pudo abrir la página de pago. Espera un momento e inténtalo otra vez.')}</p>
`

/** The text of the chat link: the order while it is pending; later only its number, so that it does not read as a new order. */
function chatMessage(shop: Shop, order: ShownOrder, href: string): Localized {
  const { status, orderNumber } = order
  if (status === 'pending') return orderMessage({ ...order, ...shop }, order, href)
  return t('¡Hola, {shop}! Te escribo por mi pedido *{order}*, que {state}.\n\n{href}', {
    shop: shop.name,
    order: orderNumber,
    state: statusLabels(order, status).chatText,
    href,
  })
}

const tooLate = ({ name, whatsappNumber }: Shop) => html`
  <p class="notice" role="status">
    ${t('No se canceló: {shop} ya lo había confirmado.', { shop: name })}
    ${whatsappNumber ? t('Escríbele por WhatsApp si ya no lo quieres.') : t('Habla con la tienda si ya no lo quieres.')}
  </p>
`

/** The call to action while the store waits for the shopper's message: the checkout's script follows it where nothing is to be paid. */
function nextStep({ name: shop }: Shop, chat: Localized, { payment, paymentState }: OrderRow): Html {
  const isToPay = paymentState === 'PENDING' && payment?.kind !== 'cash'
  return html`
    <div class="sheet next">
      <h2>${isToPay ? t('Faltan dos pasos: envíalo por WhatsApp y págalo') : t('Falta un paso: envíalo por WhatsApp')}</h2>
      <p>
        ${t('El mensaje ya está escrito.')}
        ${
          payment
            ? t('Ábrelo y toca enviar; {shop} te responde para acordar la entrega.', { shop })
            : t('Ábrelo y toca enviar; {shop} te responde para acordar el pago y la entrega.', { shop })
        }
      </p>
      <a class="button wide"${!isToPay && html` data-next`} href="${chat}">${icon('chat')} ${t('Abrir WhatsApp')}</a>
      <p class="muted"><small>
        ${
          isToPay
            ? t('¿Ya lo enviaste? Entonces solo queda pagarlo, aquí abajo.')
            : t('¿Ya lo enviaste? Entonces solo queda esperar la respuesta.')
        }
      </small></p>
    </div>
  `
}

const chatLink = (chat: Localized) => html`
  <p class="actions"><a class="button ghost" href="${chat}">${icon('chat')} ${t('Abrir WhatsApp')}</a></p>
`

const againLink = (shop: Shop, order: ShownOrder) => html`
  <a class="button ghost" data-again href="${repeatOrderHref(shop, order)}">${t('Repetir pedido')}</a>
`

const cancelForm = (href: string) => html`
  <details>
    <summary class="button ghost">${t('Cancelar pedido')}</summary>
    <form method="post" action="${href}/cancelar"><button class="button">${t('Sí, cancelar el pedido')}</button></form>
  </details>
`

function steps({ timeZone }: Shop, order: OrderRow): Html[] {
  const { timeline, status } = order
  const path: OrderStatus[] = ['pending', 'confirmed', 'shipped', 'delivered']
  const ahead = status === 'cancelled' ? [] : path.slice(path.indexOf(status) + 1)
  const done = timeline.map(
    ({ status, at, items }) => html`
      <li class="done">
        <b>${items ? t('Cambio aceptado') : statusLabels(order, status).step}</b>
        <time datetime="${new Date(at).toISOString()}">${dayOf(at, timeZone)}, <span>${hourOf(at, timeZone)}</span></time>
      </li>
    `,
  )
  return [...done, ...ahead.map((status) => html`<li><b>${statusLabels(order, status).step}</b></li>`)]
}
