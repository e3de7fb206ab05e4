import type { ProductRow, StoredVariant } from '../products/product.ts'
import type { Cells, ProductText } from './columns.ts'

export const optionCells = (part: 'Name' | 'Value' | 'Values', texts: string[]): Cells =>
  Object.fromEntries(texts.map((text, n) => [`option${n + 1}${part}`, text]))

export const textCells = (values: { [Name in ProductText]?: string | null }, names: ProductText[]): Cells =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

export const stockCell = (variant?: StoredVariant) => String(variant?.stock ?? '')

export const stockWithoutVariants = ({ variants }: ProductRow) =>
  stockCell(variants.find(({ isDefault }) => isDefault))

export const reducedFrom = ({ comparePrice }: ProductRow, price: number) =>
  comparePrice !== null && comparePrice > price ? comparePrice : null

/** The regular price in one column, and the sale price beside it. */
export function saleCells(product: ProductRow, price: number, digits: number) {
  const before = reducedFrom(product, price)
  return { price: (before ?? price).toFixed(digits), salePrice: before === null ? '' : price.toFixed(digits) }
}

/** Other shops' importers split addresses at spaces, and lists of them at commas. */
export const encodeSpaces = (url: string) => url.replaceAll(/\s/g, '%20')
export const encodeCommas = (url: string) => encodeSpaces(url).replaceAll(',', '%2C')
