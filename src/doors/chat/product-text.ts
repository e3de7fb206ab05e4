import { joined, t, type Localized } from '../../core/texts/text.ts'
import type { ProductRow, StoredVariant } from '../../features/products/product.ts'

export const activeVariants = ({ variants }: ProductRow): StoredVariant[] =>
  variants.filter(({ isActive }) => isActive)

/** How many there are of a product: `agotado`, `12 disponibles`, `sin contar existencias`, or that of each variant. */
export function stockText(product: ProductRow): Localized {
  const variants = activeVariants(product)
  if (variants.length === 1) return countText(variants[0]!.stock)
  return joined(
    variants.map(({ name, stock }) => joined([name, countText(stock)], ': ')),
    '; ',
  )
}

export const countText = (stock: number | null): Localized =>
  stock === null
    ? t('sin contar existencias')
    : stock === 0
      ? t('agotado')
      : t('{stock, plural, one {1 disponible} other {{stock} disponibles}}', { stock })
