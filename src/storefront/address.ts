import { shopUrl, type Addressed } from '../stores/address.ts'
import { defaultSort, type CatalogQuery } from './catalog.ts'

type InShop = { base: string }

/** The whole address of a page of the shop, which other sites, messages and search engines name. */
export const fullUrl = (service: { publicUrl: string }, shop: InShop & Addressed, href: string) =>
  shopUrl(service, shop, href.slice(shop.base.length))

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
  return (shop.base || '/') + inAddress(query.toString())
}

/** The page of a product, with a variant selected if given. */
export function productHref(shop: InShop, product: { slug: string }, variantId?: string): string {
  return `${shop.base}/p/${product.slug}${inAddress(variantId ? `opcion=${variantId}` : '')}`
}

/** A line of the cart in a URL: the variant with the price that the shopper saw, and how many. */
export type CartLine = { variantId: string; quantity: number; seenPrice: number | null }

/** The value of `v` in a cart's address. */
export const lineValue = ({ variantId, seenPrice }: Omit<CartLine, 'quantity'>) =>
  seenPrice === null ? variantId : `${variantId}~${seenPrice}`

/** The address of the cart page, with the cart in its query. */
export function cartHref(shop: InShop, lines: CartLine[]): string {
  return `${shop.base}/carrito${inAddress(linesInAddress(lines))}`
}

/** The address of a cart of these lines. `mas` is their number, by which the script adds them to the stored cart. */
export function addHref(shop: InShop, lines: CartLine[]): string {
  return `${shop.base}/carrito${inAddress(linesInAddress(lines), `mas=${lines.length}`)}`
}

/** The address of a cart of the lines of an earlier order, of which the script stores as many as that order had. */
export const repeatHref = (shop: InShop, lines: CartLine[]) =>
  `${shop.base}/carrito${inAddress(linesInAddress(lines), 'repite')}`

/** An address of the shop with the cart of its page. Of these a page has few: the links of its lists are `shopLink`s. */
export const withLines = ({ cart }: { cart: CartLine[] }, href: string) =>
  cart.length === 0 ? href : `${href}${href.includes('?') ? '&' : '?'}${linesInAddress(cart)}`

function linesInAddress(lines: CartLine[]): string {
  return lines.map((line) => `v=${lineValue(line)}&n=${line.quantity}`).join('&')
}

const inAddress = (...parts: string[]) =>
  parts
    .filter(Boolean)
    .map((part, i) => (i === 0 ? '?' : '&') + part)
    .join('')

export const orderHref = (shop: InShop, trackingToken: string) => `${shop.base}/pedido/${trackingToken}`
