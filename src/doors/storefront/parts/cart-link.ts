import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { cartHref } from '../../../features/catalog/address.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'
import { shopLink } from './shop-link.ts'

/** The cart link in the header, with the number of items where the address carries the cart; else the script sets it. */
export const cartLink = (shop: Shop) => link(shop, 'cart', icon('cart'))

/** The cart bar below a menu, once the cart has items. */
export const cartBar = (shop: Shop) => link(shop, 'cart cartbar', html`<span>${t('Carrito')}</span>`)

function link(shop: Shop, classes: string, content: Html): Html {
  const count = shop.cart.reduce((sum, { quantity }) => sum + quantity, 0)
  const label =
    count > 0 ? t('Carrito, {count, plural, one {# artículo} other {# artículos}}', { count }) : t('Carrito')
  const inside = html`${content}<span class="count"${count === 0 && html` hidden`}>${count > 99 ? '99+' : count}</span>`
  return shopLink(shop, cartHref(shop, []), inside, classes, html`aria-label="${label}"`)
}
