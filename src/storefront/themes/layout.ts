import type { Html } from '../../core/http/html.ts'
import type { Listed } from '../catalog.ts'
import type { Heading } from '../parts/product-links.ts'
import type { Shop } from '../shop.ts'

/** How a theme lays out products. The rest of a page is the same markup in all themes, dressed by each one's stylesheet. */
export type Layout = {
  /** The top of the first page, before its categories. */
  lead: (shop: Shop, products: Listed[]) => Html | null
  /** Products one after the other: of a category, of a search, beside another product. */
  list: (shop: Shop, products: Listed[], heading: Heading) => Html
  /** The same on the first page of the shop, without what led it. */
  front: (shop: Shop, products: Listed[]) => Html
  /** The first page is a menu: its sections are the categories, and the cart stands at its foot. */
  isMenu: boolean
}
