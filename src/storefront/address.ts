import { defaultSort, type CatalogQuery } from './catalog.ts'
import type { Shop } from './shop.ts'

type InShop = Pick<Shop, 'slug'> & { cart?: CartLine[] }

/** The shop for links that are shared: they carry no cart. */
export const withoutCart = ({ slug }: InShop): InShop => ({ slug })

/** The address of a catalog page; default values are left out. */
export function catalogHref(
  shop: InShop,
  { search = '', category, sort, minPrice, maxPrice, page }: Partial<CatalogQuery> = {},
): string {
  const query = new URLSearchParams()
  if (category) query.set('categoria', category.slug)
  if (search) query.set('q', search)
  if (sort && sort !== defaultSort(search)) query.set('orden', sort)
  if (minPrice != null) query.set('desde', String(minPrice))
  if (maxPrice != null) query.set('hasta', String(maxPrice))
  if (page && page > 1) query.set('pagina', String(page))
  return `/${shop.slug}${inAddress(query.toString(), linesInAddress(shop.cart))}`
}

/** The page of a product, with a variant selected if given. */
export function productHref(shop: InShop, product: { slug: string }, variantId?: string): string {
  const chosen = variantId ? `opcion=${variantId}` : ''
  return `/${shop.slug}/p/${product.slug}${inAddress(chosen, linesInAddress(shop.cart))}`
}

export const reviewHref = (shop: InShop, product: { slug: string }) =>
  `/${shop.slug}/p/${product.slug}/opinion${inAddress(linesInAddress(shop.cart))}`

/** A line of the cart in a URL: the variant with the price that the shopper saw, and how many. */
export type CartLine = { variantId: string; quantity: number; seenPrice: number | null }

/** The value of `v` in a cart's address. */
export const lineValue = ({ variantId, seenPrice }: Omit<CartLine, 'quantity'>) =>
  seenPrice === null ? variantId : `${variantId}~${seenPrice}`

/** The address of the cart page or the checkout, with the cart in its query. */
export function cartHref(shop: InShop, lines: CartLine[], page: 'carrito' | 'pedir' = 'carrito'): string {
  return `/${shop.slug}/${page}${inAddress(linesInAddress(lines))}`
}

/** The address that adds lines to the cart. `mas` is their number, by which the script adds them to the stored cart. */
export function addHref(shop: InShop, lines: CartLine[]): string {
  return `/${shop.slug}/carrito${inAddress(linesInAddress(shop.cart), linesInAddress(lines), `mas=${lines.length}`)}`
}

function linesInAddress(lines: CartLine[] = []): string {
  return lines.map((line) => `v=${lineValue(line)}&n=${line.quantity}`).join('&')
}

const inAddress = (...parts: string[]) =>
  parts
    .filter(Boolean)
    .map((part, i) => (i === 0 ? '?' : '&') + part)
    .join('')

export const orderHref = (shop: InShop, trackingToken: string) => `/${shop.slug}/pedido/${trackingToken}`
