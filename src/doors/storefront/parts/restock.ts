import { html, type Html } from '../../../core/http/html.ts'
import { restockLink } from '../../../features/restock/link.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'
import { isSoldOut } from './stock.ts'

/** What is sold out of a product, each as a link by which a shopper asks to be told when it is back. @param number the service's */
export function restockLinks(shop: Shop, number: string, product: ListedProduct): Html | null {
  const soldOut = product.variants.filter(isSoldOut)
  const [first, another] = soldOut
  if (!first) return null
  if (!another) return html`<p>${link(shop, number, product, first, labelOf(first), 'button ghost')}</p>`
  return html`
    <details>
      <summary class="button ghost">${icon('chat')} ${LABEL}</summary>
      <p class="product-actions">
        ${soldOut.map((variant) => link(shop, number, product, variant, variant.name, 'quiet'))}
      </p>
    </details>
  `
}

const LABEL = 'Avísame cuando vuelva'
const labelOf = ({ isDefault, name }: ListedVariant) => (isDefault ? LABEL : `${LABEL} ${name}`)

function link(
  { slug }: Shop,
  number: string,
  product: ListedProduct,
  { id, isDefault, name }: ListedVariant,
  label: string,
  classes: string,
): Html {
  const wanted = {
    slug,
    variantId: id,
    name: isDefault ? product.name : `${product.name}, ${name}`,
  }
  return html`<a class="${classes}" href="${restockLink(number, wanted)}" rel="nofollow">${icon('chat')} ${label}</a>`
}
