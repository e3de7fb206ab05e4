import { noteFeedRead } from '../../features/connections/note-use.ts'
import type { App } from '../../core/http/app.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import { truncated } from '../../core/values/text.ts'
import { pictureHref } from '../../features/media/address.ts'
import { catalogHref, productHref, fullUrl } from '../../features/catalog/address.ts'
import {
  listShownCategories,
  type ListedProduct,
  type ListedVariant,
} from '../../features/catalog/catalog.ts'
import { isOnRequest } from '../../features/products/price-on-request.ts'
import { leastPrice } from '../../features/products/least-price.ts'
import { sendCachedText } from './send-text.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { listEntries, readProducts } from './whole-catalog.ts'
import { xml } from './xml.ts'
import { shopOrigin } from '../../features/stores/address.ts'

// Items that are written before other requests get their turn.
const PIECE = 50

type Address = { Params: { slug: string }; Querystring: { para?: unknown } }

/** The catalog as Google Merchant and Meta read it: an item for each variant that is not sold out. `para` names the connection. */
export function feedRoute(app: App) {
  app.get<Address>('/:slug/feed.xml', async (request, reply) => {
    const { sql, params, query } = request
    if (query.para !== undefined)
      await noteFeedRead(sql, (await app.pageVersions.find(params.slug)).id, query.para)
    return sendCachedText(request, reply, {
      name: 'feed',
      type: 'application/rss+xml; charset=utf-8',
      write: (shop) => xml(feed(app, shop)),
    })
  })
}

async function* feed(app: App, shop: Shop): AsyncGenerator<Html> {
  const { sql } = app
  const [categories, entries] = await Promise.all([
    listShownCategories(sql, shop.id),
    listEntries(sql, shop.id),
  ])
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  yield html`
    ${trusted('<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>')}
    <title>${shop.name}</title>
    <link>${fullUrl(app, shop, catalogHref(shop))}</link>
    <description>${shop.description ?? shop.name}</description>
  `
  for await (const products of readProducts(sql, shop.id, entries, entries.length)) {
    const offers = products.flatMap((product) =>
      product.variants
        .filter(({ stock, price }) => stock !== 0 && !isOnRequest(shop, product, price))
        .map((variant) => ({ product, variant })),
    )
    for (let n = 0; n < offers.length; n += PIECE) {
      yield html`${offers
        .slice(n, n + PIECE)
        .map(({ product, variant }) =>
          item(app, shop, product, variant, names.get(product.categoryId ?? '')),
        )}`
    }
  }
  yield trusted('</channel></rss>')
}

function item(
  app: App,
  shop: Shop,
  product: ListedProduct,
  variant: ListedVariant,
  category: string | undefined,
): Html {
  const amount = (value: number) => `${value.toFixed(shop.currencyDigits)} ${shop.currency}`
  const { comparePrice, images } = product
  const origin = shopOrigin(app, shop)
  const imageUrl = variant.imageUrl ?? product.imageUrl
  const price = leastPrice(product, variant.price)
  const isReduced = comparePrice !== null && comparePrice > price
  const { sku, gtin } = variant.isDefault ? product : variant
  const title = variant.isDefault ? product.name : `${product.name}, ${variant.name}`
  const picture = imageUrl && origin + pictureHref(shop.id, product.id, imageUrl, 1280)
  const additional = images
    .filter(({ url }) => url !== imageUrl)
    .map(({ url }) => origin + pictureHref(shop.id, product.id, url, 1280))
  return html`
    <item>
      <g:id>${variant.id}</g:id>
      <g:item_group_id>${product.id}</g:item_group_id>
      <g:title>${truncated(title, 150)}</g:title>
      <g:description>${product.description || title}</g:description>
      <g:link>${fullUrl(app, shop, productHref(shop, product, variant.isDefault ? undefined : variant.id))}</g:link>
      ${picture && html`<g:image_link>${picture}</g:image_link>`}
      ${additional.map((href) => html`<g:additional_image_link>${href}</g:additional_image_link>`)}
      <g:availability>in_stock</g:availability>
      <g:condition>new</g:condition>
      <g:price>${amount(isReduced ? comparePrice : price)}</g:price>
      ${isReduced && html`<g:sale_price>${amount(price)}</g:sale_price>`}
      <g:brand>${product.brand ?? shop.name}</g:brand>
      ${gtin && html`<g:gtin>${gtin}</g:gtin>`}
      ${sku && html`<g:mpn>${sku}</g:mpn>`}
      ${!gtin && !sku && html`<g:identifier_exists>no</g:identifier_exists>`}
      ${category && html`<g:product_type>${category}</g:product_type>`}
    </item>
  `
}
