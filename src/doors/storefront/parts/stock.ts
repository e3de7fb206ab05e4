import { html, type Html } from '../../../core/http/html.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'

export const isSoldOut = ({ stock }: ListedVariant): boolean => stock === 0

/** Whether there is nothing of a product that could be ordered. */
export const isAllSoldOut = ({ variants }: ListedProduct): boolean => variants.every(isSoldOut)

/** `Agotado`, `Quedan 2`; empty while there is plenty or it is not counted. */
export function stockText({ stock }: Pick<ListedVariant, 'stock'>): string {
  if (stock === null) return ''
  if (stock === 0) return 'Agotado'
  return stock === 1 ? 'Queda 1' : `Quedan ${stock}`
}

/** The badge over a card's picture: sold out, or low stock of the only variant. */
export function stockBadge(product: ListedProduct): Html | null {
  const [only, another] = product.variants
  if (isAllSoldOut(product)) return html`<span class="badge out">Agotado</span>`
  return only && !another && only.stock !== null ? html`<span class="badge">${stockText(only)}</span>` : null
}
