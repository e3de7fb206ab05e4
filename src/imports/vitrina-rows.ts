import { isDeepStrictEqual } from 'node:util'
import type { ProductRow } from '../products/product.ts'
import { variantTexts } from '../products/fields.ts'
import { variantCell, type Cells } from './fields.ts'
import {
  optionNameCells,
  productTextCells,
  stockWithoutVariants,
  optionValueCells,
  type ExportedProduct,
  type ExportedVariant,
} from './exported-variants.ts'

/** The rows of a product in our own format: a row for each variant, the first with the product's fields. */
export function vitrinaRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category } = exported
  const first: Cells = {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description ?? '',
    price: amountCell(product.price),
    comparePrice: amountCell(product.comparePrice),
    category: category ?? '',
    isActive: product.isActive ? 'sí' : 'no',
    images: product.images.map(({ url }) => url).join('\n'),
    imageAlts: product.images.map(({ alt }) => alt ?? '').join('\n'),
    ...productTextCells(exported),
    ...optionNameCells(product.options.map(({ name }) => name)),
    ...optionListCells(product, variants),
  }
  if (variants.length === 0) return [{ ...first, variantName: '', stock: stockWithoutVariants(exported) }]
  return variants.map(({ id, name, ownPrice, isActive, optionValues, image, stock, texts }, n) => ({
    ...(n === 0 ? first : { id: product.id, slug: product.slug }),
    variantId: id,
    variantName: name,
    variantPrice: amountCell(ownPrice),
    variantIsActive: isActive ? 'sí' : 'no',
    variantImage: image,
    ...optionValueCells(optionValues),
    stock,
    ...Object.fromEntries(variantTexts.map((name) => [variantCell(name), texts[name]])),
  }))
}

const amountCell = (amount: number | null) => (amount === null ? '' : String(amount))

/** Lists each option's values where the variants don't use all of them, or in another order. */
function optionListCells({ options }: ProductRow, variants: ExportedVariant[]): Cells {
  const used = options.map((_, n) => [
    ...new Set(variants.flatMap(({ optionValues }) => optionValues[n] ?? [])),
  ])
  if (options.every(({ values }, n) => isDeepStrictEqual(values, used[n]))) return {}
  const [option1Values, option2Values, option3Values] = options.map(({ values }) => values.join('\n'))
  return { option1Values, option2Values, option3Values }
}
