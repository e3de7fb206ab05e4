import { Type, type Static } from 'typebox'
import { joined, t } from '../../core/texts/text.ts'
import type { App } from '../../core/http/app.ts'
import { html, type Html } from '../../core/http/html.ts'
import { amountFormat } from '../../core/values/money.ts'
import { MAX_QUANTITY } from '../../features/orders/order.ts'
import { catalogHref, lineKey, type CartLine } from '../../features/catalog/address.ts'
import type { ListedProduct } from '../../features/catalog/catalog.ts'
import { listGoingWith } from '../../features/catalog/suggestions.ts'
import { totalOf, type Total } from '../../features/orders/preview-total.ts'
import { withCart, CartQuery, readCart, currentLines } from './cart.ts'
import { priceCart, type PricedCart } from '../../features/carts/price-cart.ts'
import { scripts, shopPage } from './layout.ts'
import { cartLines, changes, sums } from './parts/cart-lines.ts'
import { canOrder, closedForOrders, freeShippingNotice, minimumNotice } from './parts/thresholds.ts'
import { icon } from './parts/icon.ts'
import { relatedSection } from './parts/related.ts'
import { shopLink } from './parts/shop-link.ts'
import { terms } from './parts/terms.ts'
import { sendPageInTurn } from './send-page.ts'
import { listPaymentChoices, listShipping, type PaymentChoice, type Shipping } from './checkout-choices.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

/** `suma` and `quita` name a line (`lineKey`) of which the shopper wants one more or less, `saca` one that leaves the cart. */
const Query = Type.Object({
  ...CartQuery.properties,
  suma: Type.Optional(Type.Unknown()),
  quita: Type.Optional(Type.Unknown()),
  saca: Type.Optional(Type.Unknown()),
})

export function cartPageRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: Static<typeof Query> }>('/:slug/carrito', {
    schema: { querystring: Query },
    async handler(request, reply) {
      const { sql, query } = request
      const shop = await visitedShop(request)
      return await sendPageInTurn(request, reply, shop, async () => {
        const cart = await priceCart(sql, shop, stepped(readCart(query), query))
        const total = await totalOf(sql, shop, cart.lines, {
          shippingOptionId: '',
          areaId: '',
          discountCode: '',
        })
        const [shipping, payments, related] = await Promise.all([
          listShipping(sql, shop.id),
          listPaymentChoices(sql, shop.id),
          listGoingWith(
            sql,
            shop.id,
            cart.lines.map(({ productId }) => productId),
          ),
        ])
        const filled = withCart(shop, [...cart.incomplete, ...currentLines(cart)])
        return cartPage(filled, { cart, total, shipping, payments, related })
      })
    },
  })
}

const stepped = (lines: CartLine[], { suma, quita, saca }: Static<typeof Query>) =>
  lines
    .filter((line) => lineKey(line) !== saca)
    .map((line) => {
      const key = lineKey(line)
      const step = key === suma ? 1 : key === quita ? -1 : 0
      return { ...line, quantity: Math.min(line.quantity + step, MAX_QUANTITY) }
    })
    .filter(({ quantity }) => quantity > 0)

type Shown = {
  cart: PricedCart
  total: Total
  shipping: Shipping[]
  payments: PaymentChoice[]
  related: ListedProduct[]
}

function cartPage(shop: Shop, shown: Shown): Html {
  const { cart, related } = shown
  // By the script without a connection, which knows no prices by quantity.
  const isSummedAlone = cart.lines.every((line) => line.byQuantity === null)
  const main = html`
    <div class="head" data-cart><h1>${t('Tu carrito')}</h1></div>
    <div id="cart"${isSummedAlone && html` data-money="${JSON.stringify(amountFormat(shop.currency))}"`}>
      ${changes(shop, { ...cart, incomplete: [] })}
      ${cart.lines.length + cart.incomplete.length > 0 ? full(shop, shown) : emptyCart(shop)}
    </div>
    ${related.length > 0 && relatedSection(shop, t('Va bien con'), related)}
  `
  return shopPage(
    shop,
    { title: joined([t('Carrito'), shop.name], ' · '), extra: cartScripts, tellsHours: true, measured: {} },
    main,
  )
}

const cartScripts = scripts('cart-edit.js', 'cart-page.js')

function full(shop: Shop, { cart, total, shipping, payments }: Shown): Html {
  const isComplete = cart.incomplete.length === 0
  const isReady = isComplete && canOrder(shop, cart, total)
  const costs = shipping.some((option) => option.costs)
  const goal = minimumNotice(shop, total.subtotal) ?? freeShippingNotice(shop, total.subtotal, costs)
  return html`
    <form class="two cartform" action="${shop.base}/carrito">
      <div>
        <button class="hidden" tabindex="-1">${t('Actualizar')}</button>
        ${cartLines(shop, cart)}
        <p class="actions">
          ${shopLink(shop, catalogHref(shop), html`${icon('back')} ${t('Seguir comprando')}`, 'quiet')}
          <button class="button ghost" data-plain>${t('Actualizar cantidades')}</button>
        </p>
        ${terms(shop, shipping, payments)}
      </div>
      <aside class="sheet pay">
        ${isComplete ? goal : html`<p>${t('Elige lo que falta para continuar. El total todavía no lo incluye.')}</p>`}
        ${closedForOrders(shop)}
        ${sums(shop.currency, total)}
        <button class="button wide" formaction="${shop.base}/pedir"${!isReady && html` disabled`}>
          ${t('Continuar')}
        </button>
      </aside>
    </form>
  `
}

export function emptyCart(shop: Shop): Html {
  return html`
    <div class="empty">
      <h2>${t('Aún no hay nada aquí')}</h2>
      <p>${t('Lo que agregues te espera aquí.')}</p>
      <p>${shopLink(shop, catalogHref(shop), t('Ver los productos'), 'button')}</p>
    </div>
  `
}
