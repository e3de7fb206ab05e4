import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { cartHref } from './address.ts'
import { emptyCart } from './cart-page.ts'
import type { Total } from '../../features/orders/preview-total.ts'
import { withCart, CartQuery, currentLines, type PricedCart } from './cart.ts'
import { priceCart } from './price-cart.ts'
import { readCheckoutForm, type CheckoutFields } from './checkout-form.ts'
import { scripts, shopPage } from './layout.ts'
import { changes } from './parts/cart-lines.ts'
import { checkoutSummary, codeField, lineFields, seenFields, totalChanges } from './parts/checkout-summary.ts'
import { addressField, contactFields, notifyField, notesFields, timeField } from './parts/checkout-fields.ts'
import { canOrder, closedForOrders, freeShippingNotice, minimumNotice } from './parts/thresholds.ts'
import { focusOrder } from './parts/field.ts'
import { icon } from './parts/icon.ts'
import type { Measured } from './parts/measurement.ts'
import { paymentChoice } from './parts/payment-choice.ts'
import {
  listAreas,
  listPaymentChoices,
  listShipping,
  type PaymentChoice,
  type Shipping,
} from './checkout-choices.ts'
import { permissionsPolicy } from '../../core/pages/security.ts'
import { sendPageInTurn } from './send-page.ts'
import { areaChoice, shippingChoice } from './parts/shipping-choice.ts'
import { visitedShop, type Shop } from './shop.ts'
import { hasCodes, totalWithCode } from './discount-codes.ts'

type Params = { slug: string }

export function checkoutPageRoute(app: App) {
  app.get<{ Params: Params }>('/:slug/pedir', {
    schema: { querystring: CartQuery },
    handler: (request, reply) => sendCheckout(request, reply, request.query),
  })
}

/** The same page with the total of what has been chosen so far; places nothing. */
export function checkoutTotalRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/pedir/total', {
    handler: (request, reply) => sendCheckout(request, reply, request.body),
  })
}

async function sendCheckout(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, form: unknown) {
  const shop = await visitedShop(request)
  const { typed, lines } = readCheckoutForm(form)
  reply.header('permissions-policy', permissionsPolicy('(self)'))
  return sendPageInTurn(request, reply, shop, async () => {
    const cart = await priceCart(request.sql, shop, lines)
    return checkoutPage(request, shop, cart, typed, [])
  })
}

export async function checkoutPage(
  request: FastifyRequest,
  visited: Shop,
  cart: PricedCart,
  typed: CheckoutFields,
  found: Issue[],
  trouble: Html | null = null,
): Promise<Html> {
  const shop = withCart(visited, currentLines(cart))
  const { sql } = request
  const [options, canHaveCode, payments] = await Promise.all([
    listShipping(sql, shop.id),
    hasCodes(sql, shop.id),
    listPaymentChoices(sql, shop.id),
  ])
  const option = options.find(({ id }) => id === typed.shippingOptionId) ?? options[0]
  const chosen = { ...typed, shippingOptionId: option?.id ?? '' }
  const areas = areaChoice(shop, await listAreas(sql, shop.id, chosen.shippingOptionId), chosen, found)
  const { total, issues: ofCode } = await totalWithCode(request, shop, cart.lines, chosen)
  const issues = [...found, ...ofCode]
  const offers = {
    code: canHaveCode || chosen.discountCode !== '',
    notify: request.server.config.whatsapp.api !== null,
    payments,
    areas,
    option,
  }
  const content =
    cart.lines.length > 0
      ? html`${trouble}${orderErrors(issues, payments)}${form(shop, cart, options, chosen, total, issues, offers)}`
      : emptyCart(shop)
  return shopPage(shop, headOf(shop, cart, total), frame(shop, noticesOf(shop, cart, typed, total), content))
}

const headOf = ({ name }: Shop, cart: PricedCart, total: Total) => ({
  title: `Pedir · ${name}`,
  extra: scripts('order.js', 'delivery.js', 'buy.js'),
  tellsHours: true,
  measured: checkoutStarted(cart, total),
})

/** What changed since the shopper last saw the cart and its total, and what holds up the order. */
const noticesOf = (shop: Shop, cart: PricedCart, typed: CheckoutFields, total: Total): Html => html`
  ${changes(shop, cart)}
  ${
    cart.lines.length > 0 &&
    html`${totalChanges(shop, typed, total)}${minimumNotice(shop, total.subtotal)}${closedForOrders(shop)}`
  }
`

function frame(shop: Shop, notices: Html, content: Html): Html {
  return html`
    <nav class="crumbs" aria-label="Dónde estás"><a href="${cartHref(shop, shop.cart)}">${icon('back')} Carrito</a></nav>
    <div class="head"><h1>Tu pedido</h1></div>
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

const fields = new Set([...focusOrder, 'shippingOptionId', 'discountCode'])

/** The errors of the order as a whole, and of a method that nobody is asked for. */
function orderErrors(issues: Issue[], payments: PaymentChoice[]): Html | null {
  const rest = issues.filter(
    ({ field }) => !fields.has(field) || (field === 'paymentMethodId' && payments.length < 2),
  )
  if (issues.length === 0) return null
  return html`
    <div class="notice bad" role="alert">
      <p>Revisa tu pedido antes de enviarlo.</p>
      ${rest.map(({ message }) => html`<p>${message}</p>`)}
    </div>
  `
}

/** What the form shows beside its fixed fields, and the chosen shipping option. */
type Offers = {
  code: boolean
  notify: boolean
  payments: PaymentChoice[]
  areas: Html
  option: Shipping | undefined
}

function form(
  shop: Shop,
  cart: PricedCart,
  options: Shipping[],
  typed: CheckoutFields,
  total: Total,
  issues: Issue[],
  offers: Offers,
): Html {
  const delivery = options.length > 0 && shippingChoice(shop, options, typed, offers.areas)
  const isAreaFirst = options.some(({ hasAreas }) => hasAreas)
  return html`
    <form class="two" method="post" action="${shop.base}/pedir" data-checkout>
      <div class="fields">
        <input type="hidden" name="key" value="${typed.key}">
        ${isAreaFirst && delivery}
        ${contactFields(shop, typed, issues)}
        ${!isAreaFirst && delivery}
        ${addressField(options, typed, issues)}
        ${timeField(shop, offers.option, typed, issues)}
        ${paymentChoice(offers.payments, typed, issues)}
        ${notesFields(typed, issues)}
        ${offers.notify && notifyField(typed)}
      </div>
      <aside class="sheet">
        <div id="summary">
          ${lineFields(cart.lines)}
          ${seenFields(total)}
          ${freeShippingNotice(shop, total.subtotal, offers.option?.costs ?? false)}
          ${checkoutSummary(shop, cart, total, offers.option, offers.code && codeField(shop, typed, total, issues))}
        </div>
        <button class="button wide" id="send" data-send${!canOrder(shop, total) && html` disabled`}>Enviar pedido</button>
        <p class="muted"><small>${nextStep(shop)}</small></p>
      </aside>
    </form>
  `
}

const nextStep = ({ name, whatsappNumber }: Shop) =>
  whatsappNumber
    ? `Después se abre WhatsApp para que lo confirmes con ${name}.`
    : `${name} te escribirá para confirmarlo.`
