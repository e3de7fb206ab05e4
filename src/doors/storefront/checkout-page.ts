import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { issuesIn, type ApiError, type Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { joined, t } from '../../core/texts/text.ts'
import { permissionsPolicy } from '../../core/pages/security.ts'
import type { Total } from '../../features/orders/preview-total.ts'
import { cartHref } from '../../features/catalog/address.ts'
import { emptyCart } from './cart-page.ts'
import { withCart, CartQuery, currentLines } from './cart.ts'
import {
  listAreas,
  listPaymentChoices,
  listShipping,
  type PaymentChoice,
  type Shipping,
} from './checkout-choices.ts'
import { readCheckoutForm, type CheckoutFields, type CheckoutForm } from './checkout-form.ts'
import { hasCodes, totalWithCode } from './discount-codes.ts'
import { scripts, shopPage } from './layout.ts'
import { changes } from './parts/cart-lines.ts'
import {
  addressField,
  contactFields,
  notifyField,
  notesFields,
  tableField,
  timeField,
} from './parts/checkout-fields.ts'
import { checkoutSummary, codeField, lineFields, seenFields, shortSum } from './parts/checkout-summary.ts'
import { icon } from './parts/icon.ts'
import type { Measured } from './parts/measurement.ts'
import { paymentChoice } from './parts/payment-choice.ts'
import { refusalNotice } from './parts/refusal.ts'
import { areaChoice, shippingChoice } from './parts/shipping-choice.ts'
import { canOrder, closedForOrders, freeShippingNotice, minimumNotice } from './parts/thresholds.ts'
import { priceCart, type PricedCart } from '../../features/carts/price-cart.ts'
import { sendPageInTurn } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

type Params = { slug: string }

export function checkoutPageRoute(app: App) {
  app.get<{ Params: Params }>('/:slug/pedir', {
    schema: { querystring: CartQuery },
    handler: (request, reply) => sendCheckout(request, reply, request.query),
  })
}

/** Shows the checkout with the total of what has been chosen so far; places nothing. */
export function checkoutTotalRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/pedir/total', {
    handler: (request, reply) => sendCheckout(request, reply, request.body),
  })
}

async function sendCheckout(
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  fields: unknown,
) {
  const shop = await visitedShop(request)
  const form = readCheckoutForm(fields)
  reply.header('permissions-policy', permissionsPolicy('(self)'))
  return sendPageInTurn(request, reply, shop, () => checkoutPage(request, shop, form))
}

/** The checkout at current prices. @param refusal why its order was not placed */
export async function checkoutPage(
  request: FastifyRequest,
  visited: Shop,
  { submitted: sent, lines }: CheckoutForm,
  refusal?: ApiError,
): Promise<Html> {
  const { sql } = request
  const cart = await priceCart(sql, visited, lines)
  const shop = withCart(visited, currentLines(cart))
  const [options, hasCode, payments] = await Promise.all([
    listShipping(sql, shop.id),
    hasCodes(sql, shop.id),
    listPaymentChoices(sql, shop.id),
  ])
  const option = options.find(({ id }) => id === sent.shippingOptionId) ?? options[0]
  const submitted = { ...sent, shippingOptionId: option?.id ?? '' }
  const { total, issues: ofCode } = await totalWithCode(request, shop, cart.lines, submitted)
  const issues = [...(refusal ? issuesIn(refusal) : []), ...ofCode]
  const areas = areaChoice(shop, await listAreas(sql, shop.id, submitted.shippingOptionId), submitted, issues)
  const shown = { shop, cart, submitted, total, issues, options, option, areas, payments, hasCode }
  const canNotify = request.server.config.whatsapp.api !== null
  const content = cart.lines.length > 0 ? form(shown, canNotify) : emptyCart(shop)
  const sum = cart.lines.length > 0 ? shortSum(shop, cart, total, option) : null
  return shopPage(shop, headOf(shop, cart, total), frame(shop, noticesOf(shown, refusal), content, sum))
}

/** What the page shows: what was typed with its issues, priced now, and what can be chosen. */
type Shown = {
  shop: Shop
  cart: PricedCart
  submitted: CheckoutFields
  total: Total
  issues: Issue[]
  options: Shipping[]
  option: Shipping | undefined
  areas: Html
  payments: PaymentChoice[]
  hasCode: boolean
}

const headOf = ({ name }: Shop, cart: PricedCart, total: Total) => ({
  title: joined([t('Pedir'), name], ' · '),
  extra: scripts('order.js', 'delivery.js', 'buy.js'),
  tellsHours: true,
  measured: checkoutStarted(cart, total),
})

/** What changed since the shopper last saw the cart and its total, and what holds up the order. */
const noticesOf = (shown: Shown, refusal: ApiError | undefined): Html => html`
  ${changes(shown.shop, shown.cart)}
  ${
    shown.cart.lines.length > 0 &&
    html`
      ${refusal && refusalNotice(shown, refusal)}${minimumNotice(shown.shop, shown.total.subtotal)}${closedForOrders(shown.shop)}
    `
  }
`

function frame(shop: Shop, notices: Html, content: Html, sum: Html | null): Html {
  return html`
    <nav class="crumbs" aria-label="${t('Dónde estás')}"><a href="${cartHref(shop, shop.cart)}">${icon('back')} ${t('Carrito')}</a></nav>
    <div class="head"><h1>${t('Tu pedido')}</h1>${sum}</div>
    <div id="changes">${notices}</div>
    ${content}
  `
}

const checkoutStarted = ({ lines }: PricedCart, { subtotal }: Total): Measured => ({
  event: 'begin_checkout',
  value: subtotal,
  items: lines.map(({ variantId: id, productName: name, unitPrice: price, quantity }) => ({
    id,
    name,
    price,
    quantity,
  })),
})

function form(
  { shop, cart, submitted, total, issues, options, option, areas, payments, hasCode }: Shown,
  canNotify: boolean,
): Html {
  const delivery = options.length > 0 && shippingChoice(shop, options, submitted, areas)
  const isAreaFirst = options.some(({ hasAreas }) => hasAreas)
  const code = (hasCode || submitted.discountCode !== '') && codeField(shop, submitted, total, issues)
  return html`
    <form class="two" method="post" action="${shop.base}/pedir" data-checkout>
      <div class="fields">
        <input type="hidden" name="key" value="${submitted.key}">
        ${isAreaFirst && delivery}
        ${contactFields(shop, submitted, issues)}
        ${!isAreaFirst && delivery}
        ${tableField(options, submitted, issues)}
        ${addressField(options, submitted, issues)}
        ${timeField(shop, option, { cart, wantedAt: submitted.wantedAt }, issues)}
        ${paymentChoice(payments, submitted, issues)}
        ${notesFields(submitted, issues)}
        ${canNotify && notifyField(submitted)}
      </div>
      <aside class="sheet">
        <div id="summary">
          ${lineFields(cart.lines)}
          ${seenFields(total)}
          ${freeShippingNotice(shop, total.subtotal, option?.costs ?? false)}
          ${checkoutSummary(shop, cart, total, option, code)}
        </div>
        <button class="button wide" id="send" data-send${!canOrder(shop, cart, total) && html` disabled`}>${t('Enviar pedido')}</button>
        <p class="muted"><small>${nextStep(shop)}</small></p>
      </aside>
    </form>
  `
}

const nextStep = ({ name, whatsappNumber }: Shop) =>
  whatsappNumber
    ? t('Después se abre WhatsApp para que lo confirmes con {shop}.', { shop: name })
    : t('{shop} te escribirá para confirmarlo.', { shop: name })
