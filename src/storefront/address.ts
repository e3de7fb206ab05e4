import { usualSort, type CatalogQuery } from './catalog.ts'
import type { Shop } from './shop.ts'

type InShop = Pick<Shop, 'slug'> & { cart?: CartLine[] }

/** The shop for links that are shared: they carry no cart. */
export const withoutCart = ({ slug }: InShop): InShop => ({ slug })

/** The address of a page of the catalog; what is as usual is left out of it. */
export function catalogHref(
  shop: InShop,
  { search = '', category, sort, minPrice, maxPrice, page }: Partial<CatalogQuery> = {},
): string {
  const query = new URLSearchParams()
  if (category) query.set('categoria', category.slug)
  if (search) query.set('q', search)
  if (sort && sort !== usualSort(search)) query.set('orden', sort)
  if (minPrice != null) query.set('desde', String(minPrice))
  if (maxPrice != null) query.set('hasta', String(maxPrice))
  if (page && page > 1) query.set('pagina', String(page))
  return `/${shop.slug}${inAddress(query.toString(), linesInAddress(shop.cart))}`
}

/** The page of a product; with one of its variants chosen, when it is named. */
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

/** The address of a page that reads the cart from it: the cart itself or the checkout. */
export function cartHref(shop: InShop, lines: CartLine[], page: 'carrito' | 'pedir' = 'carrito'): string {
  return `/${shop.slug}/${page}${inAddress(linesInAddress(lines))}`
}

/** The address that puts lines in the cart; with the number of its last lines that are new to a phone with a stored cart. */
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
