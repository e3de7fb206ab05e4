import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import { picture } from '../parts/picture.ts'
import { price, reduction } from '../parts/price.ts'
import { nameLink, quickAdd, type Heading } from '../parts/product-links.ts'
import { stockBadge } from '../parts/stock.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import type { Layout } from './layout.ts'

/** The number of pictures on a phone's first screen, which are loaded eagerly. */
const EAGER_IMAGES = 8

/** Dense: a row for each product, with its price in line with the others', and many to a screen. */
export const tinta: Layout = {
  lead: () => null,
  list: rows,
  front: (shop, products) => rows(shop, products, 'h3'),
  isMenu: false,
}

function rows(shop: Shop, products: ListedProduct[], heading: Heading): Html {
  return html`<ul class="grid rows">${products.map((product, i) => row(shop, product, heading, i < EAGER_IMAGES))}</ul>`
}

function row(shop: Shop, product: ListedProduct, heading: Heading, eager: boolean): Html {
  const { length: count } = product.variants
  const badge = stockBadge(product) ?? reduction(shop, product)
  return html`
    <li class="card">
      <div class="frame">${picture(shop, product, 'line', { eager })}</div>
      <div class="what">
        ${nameLink(shop, product, heading)}
        ${(badge || count > 1) && html`<p>${badge}${count > 1 && html` <small>${t('{count} opciones', { count })}</small>`}</p>`}
      </div>
      ${price(shop, product)}
      ${quickAdd(shop, product)}
    </li>
  `
}
