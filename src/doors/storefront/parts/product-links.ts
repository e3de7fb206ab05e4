import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { addHref, lineValue, productHref } from '../../../features/catalog/address.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { askIcon, priceQuestionOf, stockQuestionOf } from './ask.ts'
import { icon } from './icon.ts'
import { isOnRequest } from '../../../features/products/price-on-request.ts'
import { leastQuantity } from './quantity-prices.ts'
import { shopLink } from './shop-link.ts'
import { isAllSoldOut } from './stock.ts'

export type Heading = 'h2' | 'h3'

/** A product's name in a list; the stylesheet makes the whole card clickable. */
export function nameLink(shop: Shop, product: ListedProduct, heading: Heading): Html {
  const link = shopLink(shop, productHref(shop, product), product.name)
  return heading === 'h2' ? html`<h2 class="name">${link}</h2>` : html`<h3 class="name">${link}</h3>`
}

/**
 * Adds a product to the cart, or asks about one that is sold out; one with variants or groups of choices opens what is to be chosen,
 * in a dialog or on its page.
 */
export function quickAdd(shop: Shop, product: ListedProduct): Html | null {
  const { name, variants } = product
  const [only, another] = variants
  if (!only) return null
  if (isAllSoldOut(product)) return askIcon(shop, stockQuestionOf(name), t('Preguntar por {name}', { name }))
  if (!another && isOnRequest(shop, product, only.price))
    return askIcon(shop, priceQuestionOf(name), t('Preguntar el precio de {name}', { name }))
  if (another || product.modifierGroupIds.length > 0 || leastQuantity(product) > 1) {
    const choose = html`data-choose aria-label="${t('Elegir {name}', { name })}"`
    return shopLink(shop, `${productHref(shop, product)}#pedir`, icon('plus'), 'add', choose)
  }
  const line = { variantId: only.id, quantity: 1, seenPrice: only.price }
  const href = shop.cart.length > 0 ? `${shop.base}/carrito?v=${lineValue(line)}` : addHref(shop, [line])
  const max = only.stock !== null && html` data-max="${only.stock}"`
  return shopLink(
    shop,
    href,
    icon('plus'),
    'add',
    html`aria-label="${t('Agregar {name} al carrito', { name })}" data-name="${name}"${max}`,
  )
}
