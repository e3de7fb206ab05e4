import { shopUrl, type Addressed, type Addresses } from '../stores/address.ts'
import { defaultSort, type CatalogQuery } from './catalog.ts'
import { noFilters } from './filters.ts'

type InShop = { base: string }

export const fullUrl = (service: Addresses, shop: InShop & Addressed, href: string) =>
  shopUrl(service, shop, href.slice(shop.base.length))

export function catalogHref(
  shop: InShop,
  { search = '', category, sort, filters = noFilters, page }: Partial<CatalogQuery> = {},
): string {
  const query = new URLSearchParams()
  if (category) query.set('categoria', category.slug)
  if (search) query.set('q', search)
  if (sort && sort !== defaultSort(search)) query.set('orden', sort)
  if (filters.minPrice !== null) query.set('desde', String(filters.minPrice))
  if (filters.maxPrice !== null) query.set('hasta', String(filters.maxPrice))
  if (filters.isReduced) query.set('oferta', '1')
  if (filters.isInStock) query.set('hay', '1')
  for (const { name, value } of filters.options) query.append('op', `${name}:${value}`)
  if (page && page > 1) query.set('pagina', String(page))
  return (shop.base || '/') + inAddress(query.toString())
}

export function productHref(shop: InShop, product: { slug: string }, variantId?: string): string {
  return `${shop.base}/p/${product.slug}${inAddress(variantId ? `opcion=${variantId}` : '')}`
}

/** A line of the cart in a URL: the variant with the price that the shopper saw, and how many. Most have no choices and no note. */
export type CartLine = {
  variantId: string
  quantity: number
  seenPrice: number | null
  choices?: string
  note?: string | null
}

/** The value of `v` in a cart's address: `variant~price*choices*note`, of which all but the first may be missing. */
export const lineValue = ({ variantId, seenPrice, ...rest }: Omit<CartLine, 'quantity'>) =>
  `${variantId}${seenPrice === null ? '' : `~${seenPrice}`}${ending(rest)}`

export const lineKey = ({ variantId, ...rest }: Pick<CartLine, 'variantId' | 'choices' | 'note'>) =>
  variantId + ending(rest)

const ending = ({ choices = '', note }: Pick<CartLine, 'choices' | 'note'>) =>
  note ? `*${choices}*${note}` : choices && `*${choices}`

export function cartHref(shop: InShop, lines: CartLine[]): string {
  return `${shop.base}/carrito${inAddress(linesInAddress(lines))}`
}

/** The address of a cart of these lines. `mas` is how many of them are new, which the script adds to the stored cart. */
export function addHref(shop: InShop, lines: CartLine[], added = lines.length): string {
  return `${shop.base}/carrito${inAddress(linesInAddress(lines), `mas=${added}`)}`
}

/** The address of a cart of the lines of an earlier order, of which the script stores as many as that order had. */
export const repeatHref = (shop: InShop, lines: CartLine[]) =>
  `${shop.base}/carrito${inAddress(linesInAddress(lines), 'repite')}`

/** An address of the shop with the cart of its page. Of these a page has few: the links of its lists are `shopLink`s. */
export const withLines = ({ cart }: { cart: CartLine[] }, href: string) =>
  cart.length === 0 ? href : `${href}${href.includes('?') ? '&' : '?'}${linesInAddress(cart)}`

function linesInAddress(lines: CartLine[]): string {
  return lines.map((line) => `v=${encoded(lineValue(line))}&n=${line.quantity}`).join('&')
}

/** A space is `+`: of a note it is the most frequent character, and `%20` is three. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

const inAddress = (...parts: string[]) =>
  parts
    .filter(Boolean)
    .map((part, i) => (i === 0 ? '?' : '&') + part)
    .join('')

export const orderHref = (shop: InShop, trackingToken: string) => `${shop.base}/pedido/${trackingToken}`
