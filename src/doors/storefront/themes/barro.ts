import { html, type Html } from '../../../core/http/html.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import { picture } from '../parts/picture.ts'
import { price, reduction } from '../parts/price.ts'
import { nameLink, quickAdd, type Heading } from '../parts/product-links.ts'
import { isAllSoldOut, stockBadge } from '../parts/stock.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { excerpt } from '../../../core/pages/format.ts'
import type { Layout } from './layout.ts'

/** The first row is loaded eagerly, the rest lazily. */
const EAGER_IMAGES = 3

/** Editorial: tall pictures in few columns, and on the first page every seventh product in full width with its description. */
export const barro: Layout = {
  lead(shop, products) {
    const cover = coverOf(shop, products)
    return cover ? html`<ul class="cover">${story(shop, cover, 0, 'cover')}</ul>` : null
  },
  list: (shop, products, heading) =>
    html`<ul class="grid">${products.map((product, i) => card(shop, product, heading, i < EAGER_IMAGES))}</ul>`,
  front(shop, products) {
    const cover = coverOf(shop, products)
    const others = products.filter((product) => product !== cover)
    return html`<ul class="grid">${others.map((product, i) => ofFront(shop, product, cover ? i + 1 : i))}</ul>`
  },
  isMenu: false,
}

/** Six cards between two stories fill both two columns and three. */
const STORY_INTERVAL = 7

/** The first product with a picture that can be ordered is the hero, if the shop has several products and no cover picture. */
const coverOf = ({ themeSettings }: Shop, products: ListedProduct[]) =>
  themeSettings.bannerUrl || products.length < 2
    ? undefined
    : products.find((product) => product.imageUrl !== null && !isAllSoldOut(product))

function ofFront(shop: Shop, product: ListedProduct, i: number): Html {
  const isStory = product.imageUrl !== null && i % STORY_INTERVAL === 0 && !isAllSoldOut(product)
  return isStory
    ? story(shop, product, i / STORY_INTERVAL, 'story')
    : card(shop, product, 'h3', i < EAGER_IMAGES)
}

const card = (shop: Shop, product: ListedProduct, heading: Heading, eager: boolean) => html`
  <li class="card">
    <div class="frame">${picture(shop, product, 'card', { eager })}${stockBadge(product) ?? reduction(shop, product)}</div>
    ${nameLink(shop, product, heading)}
    ${price(shop, product)}
    ${quickAdd(shop, product)}
  </li>
`

function story(shop: Shop, product: ListedProduct, n: number, place: 'cover' | 'story'): Html {
  const text = excerpt(product.description, 150)
  return html`
    <li class="card story${n % 2 === 1 && ' flip'}">
      <div class="frame">${picture(shop, product, place, { eager: n === 0 })}${stockBadge(product) ?? reduction(shop, product)}</div>
      <div class="words">
        ${nameLink(shop, product, place === 'cover' ? 'h2' : 'h3')}
        ${text && html`<p class="muted">${text}</p>`}
        ${price(shop, product)}
      </div>
      ${quickAdd(shop, product)}
    </li>
  `
}
