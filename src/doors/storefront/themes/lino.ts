import { html, type Html } from '../../../core/http/html.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import { picture } from '../parts/picture.ts'
import { price, reduction } from '../parts/price.ts'
import { nameLink, quickAdd, type Heading } from '../parts/product-links.ts'
import { stockBadge } from '../parts/stock.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { excerpt } from '../../../core/pages/format.ts'
import type { Layout } from './layout.ts'

/** The number of pictures on a phone's first screen, which are loaded eagerly. */
const EAGER_IMAGES = 4

/** A dish: its description, a small picture if it has one, and the button that adds it to the cart. */
export const lino: Layout = {
  lead: () => null,
  list: (shop, products, heading) => dishes(shop, products, heading, 0),
  front: (shop, products) => dishes(shop, products, 'h3', EAGER_IMAGES),
  isMenu: true,
}

function dishes(shop: Shop, products: ListedProduct[], heading: Heading, eager: number): Html {
  return html`<ul class="grid dishes">${products.map((product, i) => dish(shop, product, heading, i < eager))}</ul>`
}

function dish(shop: Shop, product: ListedProduct, heading: Heading, eager: boolean): Html {
  const text = excerpt(product.description, 90)
  return html`
    <li class="card">
      <div class="what">
        ${nameLink(shop, product, heading)}
        ${text && html`<p class="muted">${text}</p>`}
        ${price(shop, product)}
        ${stockBadge(product) ?? reduction(shop, product)}
      </div>
      ${product.imageUrl && html`<div class="frame">${picture(shop, product, 'dish', { eager })}</div>`}
      ${quickAdd(shop, product)}
    </li>
  `
}
