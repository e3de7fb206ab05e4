import { Type, type Static } from 'typebox'
import { chatHref } from '../../core/pages/chat-href.ts'
import { t } from '../../core/texts/text.ts'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { catalogHref, productHref, fullUrl, lineKey, type CartLine } from '../../features/catalog/address.ts'
import {
  findProductOnSale,
  isPaused,
  listShownCategories,
  type Category,
  type ListedProduct,
  type ListedVariant,
} from '../../features/catalog/catalog.ts'
import { listRelated } from '../../features/catalog/suggestions.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { listPaymentChoices, listShipping } from './checkout-choices.ts'
import { shopPage } from './layout.ts'
import { productLinkedData } from './linked-data.ts'
import { icon } from './parts/icon.ts'
import { orderForm } from './parts/order-form.ts'
import type { Measured } from './parts/measurement.ts'
import { gallery, picturesOf } from './parts/gallery.ts'
import { chosenPrice, chosenReduction } from './parts/price.ts'
import { leastPrice } from '../../features/products/least-price.ts'
import { relatedSection } from './parts/related.ts'
import { reviewsSection } from './parts/reviews.ts'
import { shopLink } from './parts/shop-link.ts'
import { isSoldOut } from './parts/stock.ts'
import { soldWhen } from './parts/sold-when.ts'
import { stars } from './parts/stars.ts'
import { terms } from './parts/terms.ts'
import { sendCachedPage, sendShopPage, type PassingPage } from './send-page.ts'
import { visitedShop, ProductPaused, type Shop } from '../../features/catalog/shop.ts'
import { emptyOrder, fieldsOfLine, type SubmittedOrder } from './order-fields.ts'
import { shopOrigin } from '../../features/stores/address.ts'
import { restockNumber } from '../../features/restock/link.ts'
import { listOfferedGroups } from '../../features/products/offered-groups.ts'
import { decimal, excerpt } from '../../core/pages/format.ts'
import { listApprovedReviews } from '../../features/catalog/reviews.ts'

type Params = { slug: string; product: string }

/** `opcion` is the variant that a link has chosen, `otra` a line of the cart that is to be chosen again. */
const Query = Type.Object({
  ...CartQuery.properties,
  opcion: Type.Optional(Type.Unknown()),
  otra: Type.Optional(Type.Unknown()),
})

export function productPageRoute(app: App) {
  app.get<{ Params: Params; Querystring: Static<typeof Query> }>('/:slug/p/:product', {
    config: { nonIdParams: true },
    schema: { querystring: Query },
    async handler(request, reply) {
      const { sql, params, query } = request
      const carried = readCart(query)
      const [chosenBefore] = readCart({ v: query.otra })
      const isAgain = (line: CartLine) => chosenBefore && lineKey(line) === lineKey(chosenBefore)
      const again = carried.find(isAgain) ?? chosenBefore
      const make = async (shop: Shop) => {
        const product = await findProductOnSale(sql, shop.id, params.product)
        if (product)
          return productPage(app, shop, product, {
            variantId: again?.variantId ?? query.opcion,
            filledIn: again ?? emptyOrder,
          })
        throw (await isPaused(sql, shop.id, params.product))
          ? new ProductPaused(shop)
          : notFound(t('El producto'))
      }
      const cart = carried.filter((line) => !isAgain(line))
      if (cart.length === 0 && query.opcion === undefined && !again)
        return await sendCachedPage(request, reply, `product ${params.product}`, make)
      const shop = withCart(await visitedShop(request), cart)
      return await sendShopPage(request, reply, shop, (await make(shop)).page)
    },
  })
}

/** From so many letters on a name is smaller, so that what is to be chosen stays in sight. */
const LONG_NAME = 60

/** ms that a page may be kept that does not know the shape of each picture yet */
const INCOMPLETE = 5_000

/** The variant by its id, which may be anything, and what the form holds: as it was sent, or a line of the cart. */
type Requested = { variantId: unknown; filledIn: SubmittedOrder | CartLine }

/** A product's page, to be made again soon where it does not know the shapes of all pictures. */
export async function productPage(
  app: App,
  shop: Shop,
  product: ListedProduct,
  { variantId, filledIn }: Requested,
): Promise<PassingPage> {
  const chosen = chosenVariant(product, variantId)
  const { shapes, groups, rated, related, categories, shipping, payments } = await readPage(
    app,
    shop,
    product,
  )
  const category = categories.find(({ id }) => id === product.categoryId)
  const canonical = fullUrl(app, shop, productHref(shop, product))
  const submitted = 'issues' in filledIn ? filledIn : fieldsOfLine(filledIn, groups)
  const main = html`
    ${crumbs(shop, category)}
    <article class="product">
      ${gallery(shop, product, { shapes, chosen, over: chosenReduction(shop, product, chosen) })}
      <div class="buy" id="pedir">
        <h1${product.name.length > LONG_NAME && html` class="long"`}>${product.name}</h1>
        ${rated.average !== null && ratingLink(rated.average, rated.count)}
        ${chosenPrice(shop, product, chosen)}
        ${soldWhen(product)}
        ${orderForm(shop, product, { chosen, groups, submitted, restockNumber: restockNumber(app.config.whatsapp) })}
        ${terms(shop, shipping, payments)}
        ${product.description && html`<div class="text">${paragraphs(product.description)}</div>`}
        ${productActions(shop, product, canonical)}
      </div>
    </article>
    ${reviewsSection(shop, product, rated)}
    ${related.length > 0 && relatedSection(shop, t('También te puede gustar'), related)}
  `
  const extra = productLinkedData(app, shop, product, { ...rated, shipping })
  const head = { ...headOf(app, shop, product, canonical), extra, measured: viewed(product, chosen) }
  const isComplete = shapes.values().every(Boolean)
  return { page: shopPage(shop, head, main), expiresAt: isComplete ? Infinity : Date.now() + INCOMPLETE }
}

async function readPage(app: App, shop: Shop, product: ListedProduct) {
  const { sql } = app
  const urls = picturesOf(product).map(({ url }) => url)
  const [shapes, groups, rated, related, categories, shipping, payments] = await Promise.all([
    app.pictures.sources.shapes(shop.id, urls),
    listOfferedGroups(sql, shop.id, product),
    listApprovedReviews(sql, shop.id, product.id),
    listRelated(sql, shop.id, product),
    listShownCategories(sql, shop.id),
    listShipping(sql, shop.id),
    listPaymentChoices(sql, shop.id),
  ])
  return { shapes, groups, rated, related, categories, shipping, payments }
}

/** The requested one; else one that can be had, of those first the one that the product's card shows. */
function chosenVariant({ variants, imageUrl }: ListedProduct, requested: unknown): ListedVariant {
  const available = variants.filter((one) => !isSoldOut(one))
  return (
    variants.find(({ id }) => id === requested) ||
    (imageUrl && available.find((one) => one.imageUrl === imageUrl)) ||
    available[0] ||
    variants[0]!
  )
}

function viewed(product: ListedProduct, { id, price: own }: ListedVariant): Measured {
  const price = leastPrice(product, own)
  return { event: 'view_item', value: price, items: [{ id, name: product.name, price, quantity: 1 }] }
}

const headOf = (app: App, shop: Shop, { id, name, description }: ListedProduct, canonical: string) => ({
  title: `${name} · ${shop.name}`,
  description:
    excerpt(description, 155) ?? t('{name} en {shop}. Pide por WhatsApp.', { name, shop: shop.name }),
  canonical,
  picture: { href: `${shopOrigin(app, shop)}/media/${shop.id}/compartir/${id}`, alt: name },
})

const productActions = ({ whatsappNumber }: Shop, product: ListedProduct, href: string) => html`
  <p class="product-actions">
    ${whatsappNumber && questionLink(whatsappNumber, product, href)}
    <button class="quiet" data-share="${href}">${icon('share')} ${t('Compartir')}</button>
  </p>
`

const questionLink = (number: string, { name }: ListedProduct, href: string) => html`
  <a class="quiet" href="${chatHref(number, t('¡Hola! Tengo una pregunta sobre *{name}*:\n{href}', { name, href }))}" rel="nofollow">
    ${icon('chat')} ${t('¿Preguntas?')}
  </a>
`

const crumbs = (shop: Shop, category: Category | undefined) => html`
  <nav class="crumbs" aria-label="${t('Dónde estás')}">
    ${shopLink(shop, catalogHref(shop), html`${icon('back')} ${t('Productos')}`)}
    ${category && shopLink(shop, catalogHref(shop, { category }), category.name)}
  </nav>
`

const ratingLink = (average: number, count: number) => html`
  <p class="rated">
    <a href="#opiniones">${stars(average)} ${decimal(average)} · ${t('{count, plural, one {# opinión} other {# opiniones}}', { count })}</a>
  </p>
`

function paragraphs(text: string): Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)
}
