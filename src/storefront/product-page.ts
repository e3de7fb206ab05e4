import type { App } from '../core/http/app.ts'
import { notFound } from '../core/errors/errors.ts'
import { html, type Html } from '../core/http/html.ts'
import { formatAmount } from '../core/values/money.ts'
import { MAX_QUANTITY } from '../orders/order.ts'
import { catalogHref, lineValue, productHref, withoutCart } from './address.ts'
import {
  findProductOnSale,
  listShownCategories,
  listRelated,
  listApprovedReviews,
  type Category,
  type Listed,
  type Option,
} from './catalog.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { shopPage } from './layout.ts'
import { productLinkedData } from './linked-data.ts'
import { carriedLines } from './parts/cart-lines.ts'
import { icon } from './parts/icon.ts'
import { gallery } from './parts/picture.ts'
import { price, reduction } from './parts/price.ts'
import { productGrid } from './parts/product-card.ts'
import { reviewsSection } from './parts/reviews.ts'
import { stars } from './parts/stars.ts'
import { sendCachedPage, sendPage } from './send-page.ts'
import { findShop, type Shop } from './shop.ts'
import { excerpt, plural } from './words.ts'

type Params = { slug: string; product: string }

export function productPageRoute(app: App) {
  app.get<{ Params: Params }>('/:slug/p/:product', {
    config: { ownParams: true },
    schema: { querystring: CartQuery },
    async handler(request, reply) {
      const { sql, params, query } = request
      const make = async (shop: Shop) => {
        const product = await findProductOnSale(sql, shop.id, params.product)
        if (!product) throw notFound('El producto')
        return productPage(app, shop, product)
      }
      const cart = readCart(query as object)
      if (cart.length === 0) return await sendCachedPage(request, reply, `product ${params.product}`, make)
      const shop = withCart(await findShop(sql, params.slug), cart)
      return await sendPage(request, reply, await make(shop))
    },
  })
}

async function productPage({ sql, publicUrl }: App, shop: Shop, product: Listed): Promise<Html> {
  const [rated, related, categories] = await Promise.all([
    listApprovedReviews(sql, shop.id, product.id),
    listRelated(sql, shop.id, product),
    listShownCategories(sql, shop.id),
  ])
  const category = categories.find(({ id }) => id === product.categoryId)
  const shared = `${publicUrl}/media/${shop.id}/compartir/${product.id}`
  const canonical = publicUrl + productHref(withoutCart(shop), product)
  const main = html`
    ${crumbs(shop, category)}
    <article class="product">
      ${gallery(shop.id, product, reduction(product))}
      <div class="buy">
        <h1>${product.name}</h1>
        ${rated.average !== null && ratingLink(rated.average, rated.count)}
        ${price(shop, product)}
        ${orderForm(shop, product)}
        ${product.description && html`<div class="text">${paragraphs(product.description)}</div>`}
        <button class="quiet share" data-share="${canonical}">${icon('share')} Compartir</button>
      </div>
    </article>
    ${reviewsSection(shop, product, rated)}
    ${related.length > 0 && relatedSection(shop, related)}
  `
  return shopPage(
    shop,
    {
      title: `${product.name} · ${shop.name}`,
      description: excerpt(product.description, 155) ?? `${product.name} en ${shop.name}. Pide por WhatsApp.`,
      canonical,
      picture: { href: shared, alt: product.name },
      extra: productLinkedData(publicUrl, shop, product, shared, rated),
    },
    main,
  )
}

const crumbs = (shop: Shop, category: Category | undefined) => html`
  <nav class="crumbs" aria-label="Dónde estás">
    <a href="${catalogHref(shop)}">${icon('back')} Productos</a>
    ${category && html`<a href="${catalogHref(shop, { category })}">${category.name}</a>`}
  </nav>
`

const ratingLink = (average: number, count: number) => html`
  <p class="rated">
    <a href="#opiniones">${stars(average)} ${average} · ${plural(count, 'opinión', 'opiniones')}</a>
  </p>
`

const relatedSection = (shop: Shop, related: Listed[]) => html`
  <section class="related"><h2>También te puede gustar</h2>${productGrid(shop, related)}</section>
`

/** Works as it is: without JavaScript it leads to the cart with the chosen variant in the address. */
function orderForm(shop: Shop, { name, variants }: Listed): Html {
  return html`
    <form class="order" action="/${shop.slug}/carrito" data-name="${name}">
      ${carriedLines(shop)}
      <input type="hidden" name="mas" value="1">
      ${choices(shop, variants)}
      <div class="row">
        <label class="amount">
          Cantidad
          <input name="n" type="number" value="1" min="1" max="${MAX_QUANTITY}" inputmode="numeric" required>
        </label>
        <button class="button">Agregar al carrito</button>
      </div>
    </form>
  `
}

function choices(shop: Shop, variants: Option[]): Html {
  const [first] = variants
  if (variants.length === 1 && first!.isDefault) {
    return html`<input type="hidden" name="v" value="${lineValue({ variantId: first!.id, seenPrice: first!.price })}">`
  }
  const choice = ({ id, name, price }: Option, i: number) => {
    const value = lineValue({ variantId: id, seenPrice: price })
    return html`
      <label>
        <input type="radio" name="v" value="${value}"${i === 0 && html` checked`}>
        <span>${name} <b>${formatAmount(price, shop.currency)}</b></span>
      </label>
    `
  }
  return html`<fieldset class="choices"><legend>Elige una opción</legend>${variants.map(choice)}</fieldset>`
}

function paragraphs(text: string): Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)
}
