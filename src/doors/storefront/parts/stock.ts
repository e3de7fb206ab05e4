import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'

export const isSoldOut = ({ stock }: ListedVariant): boolean => stock === 0

/** Whether there is nothing of a product that could be ordered. */
export const isAllSoldOut = ({ variants }: ListedProduct): boolean => variants.every(isSoldOut)

/** `Agotado`, `Quedan 2`; empty while there is plenty or it is not counted. */
export function stockText({ stock }: Pick<ListedVariant, 'stock'>): Wording {
  if (stock === null) return ''
  if (stock === 0) return t('Agotado')
  return t('{stock, plural, one {Queda #} other {Quedan #}}', { stock })
}

export function stockBadge(product: ListedProduct): Html | null {
  const [only, another] = product.variants
  if (isAllSoldOut(product)) return html`<span class="badge out">${t('Agotado')}</span>`
  return only && !another && only.stock !== null ? html`<span class="badge">${stockText(only)}</span>` : null
}
