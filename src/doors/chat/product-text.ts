import type { ProductRow, StoredVariant } from '../../features/products/product.ts'

export const activeVariants = ({ variants }: ProductRow): StoredVariant[] =>
  variants.filter(({ isActive }) => isActive)

/** How many there are of a product: `agotado`, `12 disponibles`, `sin contar existencias`, or that of each variant. */
export function stockText(product: ProductRow): string {
  const variants = activeVariants(product)
  if (variants.length === 1) return countText(variants[0]!.stock)
  return variants.map(({ name, stock }) => `${name}: ${countText(stock)}`).join('; ')
}

export const countText = (stock: number | null): string =>
  stock === null
    ? 'sin contar existencias'
    : stock === 0
      ? 'agotado'
      : stock === 1
        ? '1 disponible'
        : `${stock} disponibles`
