import { isDeepStrictEqual } from 'node:util'
import type { ProductRow } from '../products/product.ts'
import type { Cells } from './fields.ts'
import {
  namesOf,
  stockWithoutVariants,
  valuesOf,
  type ExportedProduct,
  type ExportedVariant,
} from './exported-variants.ts'

/** The rows of a product in our own form: a row for each variant, the first of them with what is the product's. */
export function ownRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category } = exported
  const first: Cells = {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description ?? '',
    price: plain(product.price),
    comparePrice: plain(product.comparePrice),
    category: category ?? '',
    isActive: product.isActive ? 'sí' : 'no',
    images: product.images.map(({ url }) => url).join('\n'),
    imageAlts: product.images.map(({ alt }) => alt ?? '').join('\n'),
    ...namesOf(product.options.map(({ name }) => name)),
    ...listsOf(product, variants),
  }
  if (variants.length === 0) return [{ ...first, variantName: '', stock: stockWithoutVariants(exported) }]
  return variants.map(({ id, name, ownPrice, isActive, optionValues, image, stock }, n) => ({
    ...(n === 0 ? first : { id: product.id, slug: product.slug }),
    variantId: id,
    variantName: name,
    variantPrice: plain(ownPrice),
    variantIsActive: isActive ? 'sí' : 'no',
    variantImage: image,
    ...valuesOf(optionValues),
    stock,
  }))
}

const plain = (amount: number | null) => (amount === null ? '' : String(amount))

/** The values of each option, where those of the variants, in their order, are not the same. */
function listsOf({ options }: ProductRow, variants: ExportedVariant[]): Cells {
  const used = options.map((_, n) => [
    ...new Set(variants.flatMap(({ optionValues }) => optionValues[n] ?? [])),
  ])
  if (options.every(({ values }, n) => isDeepStrictEqual(values, used[n]))) return {}
  const [option1Values, option2Values, option3Values] = options.map(({ values }) => values.join('\n'))
  return { option1Values, option2Values, option3Values }
}
