import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
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
  const link = ({ id, isDefault, name }: ListedVariant, label: Wording, classes: string) => {
    const wanted = {
      slug: shop.slug,
      variantId: id,
      name: isDefault ? product.name : `${product.name}, ${name}`,
    }
    const href = restockLink(number, wanted)
    return html`<a class="${classes}" href="${href}" rel="nofollow">${icon('chat')} ${label}</a>`
  }
  if (!another) return html`<p>${link(first, labelOf(first), 'button ghost')}</p>`
  return html`
    <details>
      <summary class="button ghost">${icon('chat')} ${LABEL}</summary>
      <p class="product-actions">
        ${soldOut.map((variant) => link(variant, variant.name, 'quiet'))}
      </p>
    </details>
  `
}

const LABEL = t('Avísame cuando vuelva')
const labelOf = ({ isDefault, name }: ListedVariant) =>
  isDefault ? LABEL : t('Avísame cuando vuelva {name}', { name })
