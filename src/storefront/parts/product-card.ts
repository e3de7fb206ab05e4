import { html, type Html } from '../../core/http/html.ts'
import { addHref, productHref } from '../address.ts'
import type { Listed } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'
import { picture } from './picture.ts'
import { price, reduction } from './price.ts'
import { isAllSoldOut, stockBadge } from './stock.ts'

/** The first rows are loaded at once, the rest as they come near. */
const EAGER = 4

/** @param heading the level below that of the heading above the grid */
export function productGrid(shop: Shop, products: Listed[], heading: 'h2' | 'h3' = 'h3'): Html {
  return html`<ul class="grid">${products.map((product, i) => productCard(shop, product, heading, i < EAGER))}</ul>`
}

function productCard(shop: Shop, product: Listed, heading: 'h2' | 'h3', eager: boolean): Html {
  const link = html`<a href="${productHref(shop, product)}">${product.name}</a>`
  return html`
    <li class="card">
      <div class="frame">${picture(shop, product, 'card', { eager })}${stockBadge(product) ?? reduction(product)}</div>
      ${heading === 'h2' ? html`<h2 class="name">${link}</h2>` : html`<h3 class="name">${link}</h3>`}
      ${price(shop, product)}
      ${quickAdd(shop, product)}
    </li>
  `
}

/** One tap puts a product without variants in the cart; of the others the variant is chosen, in a sheet or on their page. */
function quickAdd(shop: Shop, product: Listed): Html | null {
  const { name, variants } = product
  const [only, another] = variants
  if (!only || isAllSoldOut(product)) return null
  if (another) {
    const href = `${productHref(shop, product)}#pedir`
    return html`<a class="add" data-choose href="${href}" aria-label="Elegir ${name}">${icon('plus')}</a>`
  }
  const line = { variantId: only.id, quantity: 1, seenPrice: only.price }
  return html`<a class="add" href="${addHref(shop, [line])}" aria-label="Agregar ${name} al carrito">${icon('plus')}</a>`
}
