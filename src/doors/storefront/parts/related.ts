import { html, type Html } from '../../../core/http/html.ts'
import type { Wording } from '../../../core/texts/text.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { layoutOf } from '../themes/layouts.ts'

/** A few products below what a page is about. */
export const relatedSection = (shop: Shop, title: Wording, products: ListedProduct[]): Html => html`
  <section class="related"><h2>${title}</h2>${layoutOf(shop).list(shop, products, 'h3')}</section>
`
