import type { Html } from '../../../core/http/html.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import type { Heading } from '../parts/product-links.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

/** How a theme lays out products. The rest of a page has the same markup in all themes, with each theme's stylesheet. */
export type Layout = {
  lead: (shop: Shop, products: ListedProduct[]) => Html | null
  /** A list of products: of a category, of a search, related ones. */
  list: (shop: Shop, products: ListedProduct[], heading: Heading) => Html
  /** The list on the first page, without the products in `lead`. */
  front: (shop: Shop, products: ListedProduct[]) => Html
  /** Whether the first page is a menu, with the categories as sections and a cart bar at the bottom. */
  isMenu: boolean
}
