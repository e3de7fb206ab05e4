import { noteFeedRead } from '../../features/connections/note-use.ts'
import type { App } from '../../core/http/app.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import { truncated } from '../../core/values/text.ts'
import { catalogHref, fullUrl } from '../../features/catalog/address.ts'
import { listShownCategories } from '../../features/catalog/catalog.ts'
import {
  attributeOf,
  describeProduct,
  type ProductDescription,
  type VariantDescription,
} from '../../features/catalog/description.ts'
import { countryOf } from '../../core/values/phone.ts'
import { deliveryRates, listShipping } from './checkout-choices.ts'
import { sendCachedText } from './send-text.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { listEntries, readProducts } from './whole-catalog.ts'
import { xml } from './xml.ts'

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
      write: (shop) => xml(feed(app, shop), shop.language),
    })
  })
}

async function* feed(app: App, shop: Shop): AsyncGenerator<Html> {
  const { sql } = app
  const [categories, entries, shipping] = await Promise.all([
    listShownCategories(sql, shop.id),
    listEntries(sql, shop.id),
    listShipping(sql, shop.id),
  ])
  const delivery = (price: number) => shippingOf(shop, deliveryRates(shop, shipping, price))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  yield html`
    ${trusted('<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>')}
    <title>${shop.name}</title>
    <link>${fullUrl(app, shop, catalogHref(shop))}</link>
    <description>${shop.description ?? shop.name}</description>
  `
  for await (const products of readProducts(sql, shop.id, entries, entries.length)) {
    const offers = products.flatMap((listed) => {
      const product = describeProduct(app, shop, listed)
      const category = names.get(listed.categoryId ?? '')
      const onOffer = product.variants.filter(({ price, isSoldOut }) => price !== null && !isSoldOut)
      return onOffer.map((variant) => ({ product, variant, category }))
    })
    for (let n = 0; n < offers.length; n += PIECE) {
      const piece = offers.slice(n, n + PIECE)
      yield html`${piece.map(({ product, variant, category }) =>
        item(
          shop,
          product,
          variant,
          html`
          ${category && html`<g:product_type>${category}</g:product_type>`}
          ${delivery(variant.price!)}
        `,
        ),
      )}`
    }
  }
  yield trusted('</channel></rss>')
}

function shippingOf(shop: Shop, rates: { name: string; price: number }[]): Html[] {
  const country = shop.whatsappNumber && countryOf(shop.whatsappNumber)
  if (!country) return []
  return rates.map(
    ({ name, price }) => html`
      <g:shipping>
        <g:country>${country}</g:country><g:service>${name}</g:service>
        <g:price>${price.toFixed(shop.currencyDigits)} ${shop.currency}</g:price>
      </g:shipping>
    `,
  )
}

function item(
  shop: Shop,
  { id, text, brand, pictures }: ProductDescription,
  { price, listPrice, sku, gtin, ...variant }: VariantDescription,
  more: Html,
): Html {
  const amount = (value: number | null) => `${value!.toFixed(shop.currencyDigits)} ${shop.currency}`
  const additional = pictures.filter(({ url }) => url !== variant.picture)
  return html`
    <item>
      <g:id>${variant.id}</g:id>
      <g:item_group_id>${id}</g:item_group_id>
      <g:title>${truncated(variant.title, 150)}</g:title>
      <g:description>${text}</g:description>
      <g:link>${variant.url}</g:link>
      ${variant.picture && html`<g:image_link>${variant.picture}</g:image_link>`}
      ${additional.map(({ url }) => html`<g:additional_image_link>${url}</g:additional_image_link>`)}
      <g:availability>in_stock</g:availability>
      <g:condition>new</g:condition>
      <g:price>${amount(listPrice ?? price)}</g:price>
      ${listPrice !== null && html`<g:sale_price>${amount(price)}</g:sale_price>`}
      <g:brand>${brand}</g:brand>
      ${gtin && html`<g:gtin>${gtin}</g:gtin>`}
      ${sku && html`<g:mpn>${sku}</g:mpn>`}
      ${!gtin && !sku && html`<g:identifier_exists>no</g:identifier_exists>`}
      ${variant.options.map(option)}
      ${more}
    </item>
  `
}

const option = ({ name, value }: VariantDescription['options'][number]) => html`
  <g:product_detail>
    <g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value>
  </g:product_detail>
  ${attributeOf(name) === 'color' && html`<g:color>${value}</g:color>`}
  ${attributeOf(name) === 'size' && html`<g:size>${value}</g:size>`}
`
