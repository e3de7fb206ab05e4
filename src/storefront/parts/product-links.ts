import { html, type Html } from '../../core/http/html.ts'
import { addHref, productHref } from '../address.ts'
import type { Listed } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'
import { isAllSoldOut } from './stock.ts'

/** The level below that of the heading above the products. */
export type Heading = 'h2' | 'h3'

/** A product's name in a list; the stylesheet lets all of its card lead to its page. */
export function nameLink(shop: Shop, product: Listed, heading: Heading): Html {
  const link = html`<a href="${productHref(shop, product)}">${product.name}</a>`
  return heading === 'h2' ? html`<h2 class="name">${link}</h2>` : html`<h3 class="name">${link}</h3>`
}

/** One tap puts a product without variants in the cart; of the others the variant is chosen, in a sheet or on their page. */
export function quickAdd(shop: Shop, product: Listed): Html | null {
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
