import type { CatalogQuery } from './catalog.ts'
import type { Shop } from './shop.ts'

type InShop = Pick<Shop, 'slug'>

/** The address of a page of the catalog; what is as usual is left out of it. */
export function catalogHref(
  shop: InShop,
  { search, category, sort, page }: Partial<CatalogQuery> = {},
): string {
  const query = new URLSearchParams()
  if (category) query.set('categoria', category.slug)
  if (search) query.set('q', search)
  if (sort && sort !== 'nuevos') query.set('orden', sort)
  if (page && page > 1) query.set('pagina', String(page))
  return query.size > 0 ? `/${shop.slug}?${query}` : `/${shop.slug}`
}

export const productHref = (shop: InShop, product: { slug: string }) => `/${shop.slug}/p/${product.slug}`

/** A line of the cart as it stands in an address: the variant with the price that the shopper saw, and how many. */
export type CartLine = { variantId: string; quantity: number; seenPrice: number | null }

/** What `v` holds in a cart's address. */
export const lineValue = (variantId: string, seenPrice: number) => `${variantId}~${seenPrice}`

/** The address of a page that reads the cart from it: the cart itself or the checkout. */
export function cartHref(shop: InShop, lines: CartLine[], page: 'carrito' | 'pedir' = 'carrito'): string {
  const query = lines.map(({ variantId, quantity, seenPrice }) => {
    return `v=${seenPrice === null ? variantId : lineValue(variantId, seenPrice)}&n=${quantity}`
  })
  return `/${shop.slug}/${page}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

export const orderHref = (shop: InShop, trackingToken: string) => `/${shop.slug}/pedido/${trackingToken}`
