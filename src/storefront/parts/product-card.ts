import { html, type Html } from '../../core/http/html.ts'
import { addHref, productHref } from '../address.ts'
import type { Listed } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'
import { picture } from './picture.ts'
import { price, reduction } from './price.ts'

/** The first rows are loaded at once, the rest as they come near. */
const EAGER = 4

export function productGrid(shop: Shop, products: Listed[]): Html {
  return html`<ul class="grid">${products.map((product, i) => productCard(shop, product, i < EAGER))}</ul>`
}

function productCard(shop: Shop, product: Listed, eager: boolean): Html {
  return html`
    <li class="card">
      <div class="frame">${picture(shop.id, product, 'card', { eager })}${reduction(product)}</div>
      <h3><a href="${productHref(shop, product)}">${product.name}</a></h3>
      ${price(shop, product)}
      ${quickAdd(shop, product)}
    </li>
  `
}

/** One tap puts a product without variants in the cart; the others are chosen on their own page. */
function quickAdd(shop: Shop, { name, variants }: Listed): Html | null {
  const [only, another] = variants
  if (!only || another) return null
  const line = { variantId: only.id, quantity: 1, seenPrice: only.price }
  return html`<a class="add" href="${addHref(shop, [line])}" aria-label="Agregar ${name} al carrito">${icon('plus')}</a>`
}
