import type { FastifyRequest } from 'fastify'
import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import type { Issue } from '../core/errors/errors.ts'
import { html, type Html } from '../core/http/html.ts'
import { formatAmount } from '../core/values/money.ts'
import { discountRefusal } from '../orders/refusal.ts'
import { MAX_LENGTHS } from '../orders/order.ts'
import { cartHref } from './address.ts'
import { emptyCart } from './cart-page.ts'
import { withCart, CartQuery, priceCart, seenNow, totalOf, type PricedCart, type Total } from './cart.ts'
import { readForm, type Typed } from './checkout-form.ts'
import { buying, shopPage } from './layout.ts'
import { carriedLines, changes, shortLines, sums } from './parts/cart-lines.ts'
import { field } from './parts/field.ts'
import { icon } from './parts/icon.ts'
import { callingCode } from './phone.ts'
import { sendPage } from './send-page.ts'
import { findShop, type Shop } from './shop.ts'
import { tryCode } from './try-code.ts'

type Params = { slug: string }

export function checkoutPageRoute(app: App) {
  app.get<{ Params: Params }>('/:slug/pedir', {
    schema: { querystring: CartQuery },
    async handler(request, reply) {
      const shop = await findShop(request.sql, request.params.slug)
      const { typed, lines } = readForm(request.query)
      const cart = await priceCart(request.sql, shop.id, lines)
      return await sendPage(request, reply, await checkoutPage(request, shop, cart, typed, []))
    },
  })
}

/** The same page with the total of what has been chosen so far; places nothing. */
export function checkoutTotalRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/pedir/total', {
    config: { idempotent: false },
    async handler(request, reply) {
      const shop = await findShop(request.sql, request.params.slug)
      const { typed, lines } = readForm(request.body)
      const cart = await priceCart(request.sql, shop.id, lines)
      return await sendPage(request, reply, await checkoutPage(request, shop, cart, typed, []))
    },
  })
}

type Shipping = {
  id: string
  name: string
  price: number
  description: string | null
  estimatedDelivery: string | null
}

export async function checkoutPage(
  request: FastifyRequest,
  visited: Shop,
  cart: PricedCart,
  typed: Typed,
  found: Issue[],
  trouble: Html | null = null,
): Promise<Html> {
  const shop = withCart(visited, seenNow(cart))
  const { sql } = request
  const options = await listShipping(sql, shop.id)
  const chosen = {
    ...typed,
    shippingOptionId: (options.find(({ id }) => id === typed.shippingOptionId) ?? options[0])?.id ?? '',
  }
  const tried = await tryCode(request, shop, chosen.discountCode)
  const issues = [...found, ...tried.issues]
  const total = await totalOf(sql, shop, cart.lines, { ...chosen, discountCode: tried.code })
  const content =
    cart.lines.length > 0
      ? html`${trouble}${general(issues)}${form(shop, cart, options, chosen, total, issues)}`
      : emptyCart(shop)
  const main = html`
    <nav class="crumbs" aria-label="Dónde estás"><a href="${cartHref(shop, shop.cart)}">${icon('back')} Carrito</a></nav>
    <div class="head"><h1>Tu pedido</h1></div>
    <div id="changes">${changes(shop, cart)}</div>
    ${content}
  `
  return shopPage(shop, { title: `Pedir · ${shop.name}`, extra: buying }, main)
}

async function listShipping(sql: Sql, storeId: string): Promise<Shipping[]> {
  return sql<Shipping[]>`
    select id, name, price, description, estimated_delivery
    from shipping_options
    where store_id = ${storeId} and is_active
    order by position, name, id`
}

const fields = new Set(['name', 'phone', 'address', 'notes', 'shippingOptionId', 'discountCode'])

/** What is wrong with the order as a whole. */
function general(issues: Issue[]): Html | null {
  const rest = issues.filter(({ field }) => !fields.has(field))
  if (issues.length === 0) return null
  return html`
    <div class="notice bad" role="alert">
      <p>Revisa tu pedido antes de enviarlo.</p>
      ${rest.map(({ message }) => html`<p>${message}</p>`)}
    </div>
  `
}

function form(
  shop: Shop,
  cart: PricedCart,
  options: Shipping[],
  typed: Typed,
  total: Total,
  issues: Issue[],
): Html {
  const next = shop.whatsappNumber
    ? `Después se abre WhatsApp para que lo confirmes con ${shop.name}.`
    : `${shop.name} te escribirá para confirmarlo.`
  return html`
    <form class="two" method="post" action="/${shop.slug}/pedir" data-checkout>
      <div class="fields">
        ${carriedLines(shop)}
        <input type="hidden" name="key" value="${typed.key}">
        ${contact(shop, typed, issues)}
        ${options.length > 0 && shippingChoice(shop, options, typed)}
        ${remarks(typed, issues)}
      </div>
      <aside class="sheet">
        <div id="summary">${summary(shop, cart, typed, total, issues)}</div>
        <button class="button wide" data-send>Enviar pedido</button>
        <p class="muted"><small>${next}</small></p>
      </aside>
    </form>
  `
}

function contact(shop: Shop, { name, phone }: Typed, issues: Issue[]): Html {
  const code = callingCode(shop)
  const hint = code ? `No hace falta escribir el ${code}` : 'Con el código de tu país'
  return html`
    ${field(issues, {
      name: 'name',
      label: 'Tu nombre',
      value: name,
      autocomplete: 'name',
      max: MAX_LENGTHS.name,
      required: true,
    })}
    ${field(issues, {
      name: 'phone',
      label: 'Tu WhatsApp',
      hint,
      value: phone,
      type: 'tel',
      autocomplete: 'tel',
      max: 40,
      required: true,
    })}
  `
}

function remarks({ address, notes }: Typed, issues: Issue[]): Html {
  return html`
    ${field(issues, {
      name: 'address',
      label: 'Dirección de entrega',
      hint: 'Opcional si lo recoges tú',
      value: address,
      lines: 2,
      autocomplete: 'street-address',
      max: MAX_LENGTHS.address,
    })}
    ${field(issues, {
      name: 'notes',
      label: 'Notas para la tienda',
      hint: 'Opcional',
      value: notes,
      lines: 2,
      max: MAX_LENGTHS.notes,
    })}
  `
}

function shippingChoice(shop: Shop, options: Shipping[], { shippingOptionId }: Typed): Html {
  const choice = ({ id, name, price, description, estimatedDelivery }: Shipping) => {
    const checked = id === shippingOptionId && html` checked`
    const more = [estimatedDelivery, description].filter(Boolean).join(' · ')
    return html`
      <label class="pick">
        <input type="radio" name="shippingOptionId" value="${id}"${checked}>
        <span>${name}</span>
        <b>${price === 0 ? 'Gratis' : formatAmount(price, shop.currency)}</b>
        ${more && html`<small>${more}</small>`}
      </label>
    `
  }
  return html`
    <fieldset class="group">
      <legend>¿Cómo lo recibes?</legend>
      ${options.map(choice)}
    </fieldset>
  `
}

function summary(shop: Shop, cart: PricedCart, { discountCode }: Typed, total: Total, issues: Issue[]): Html {
  const refused = total.refused
    ? [{ field: 'discountCode', reason: total.refused.reason, message: discountRefusal(total.refused) }]
    : issues
  const code = field(refused, {
    name: 'discountCode',
    label: 'Código de descuento',
    value: discountCode,
    max: MAX_LENGTHS.discountCode,
    autocomplete: 'off',
  })
  return html`
    ${shortLines(shop.currency, cart.lines)}
    <div class="row">
      ${code}
      <button class="button ghost" formaction="/${shop.slug}/pedir/total" formnovalidate data-total>Aplicar</button>
    </div>
    ${sums(shop.currency, total)}
  `
}
