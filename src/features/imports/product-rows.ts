import { isDeepStrictEqual } from 'node:util'
import { quantityCells, quantityPricesCell } from './quantity-cells.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { ProductRow, StoredVariant } from '../products/product.ts'
import { DEFAULT_OPTION_NAME } from './draft-variants.ts'
import { variantCell, type Cells, type ExportFormat, type ProductText } from './columns.ts'
import { htmlOfText } from './html-text.ts'

type ExportedProduct = {
  product: ProductRow
  category: string
  groups: Cells
  currency: string
  digits: number
}

/** The rows of a product in a format, amounts with a point before the decimals. Only our own format has inactive variants. */
export function rowsOfProduct(exported: ExportedProduct, format: ExportFormat): Cells[] {
  const variants = exported.product.variants.filter(({ isDefault }) => !isDefault)
  if (format === 'vitrina') return vitrinaRows(exported, variants)
  return shopifyRows(exported, variants.filter(({ isActive }) => isActive)) // prettier-ignore
}

function vitrinaRows(
  { product, category, groups, currency }: ExportedProduct,
  variants: StoredVariant[],
): Cells[] {
  const { id, slug, images, options } = product
  const first: Cells = {
    id,
    slug,
    name: product.name,
    description: product.description ?? '',
    price: String(product.price),
    comparePrice: String(product.comparePrice ?? ''),
    category,
    ...groups,
    isActive: product.isActive ? 'sí' : 'no',
    images: images.map(({ url }) => url).join('\n'),
    imageAlts: images.map(({ alt }) => alt ?? '').join('\n'),
    ...textCells(product, productTexts),
    ...quantityCells(product, currency),
    ...optionCells('Name', options.map(({ name }) => name)),
    ...optionListCells(product, variants),
  } // prettier-ignore
  if (variants.length === 0) return [{ ...first, variantName: '', stock: stockWithoutVariants(product) }]
  return variants.map((variant, n) => ({
    ...(n === 0 ? first : { id, slug }),
    variantId: variant.id,
    variantName: variant.name,
    variantPrice: String(variant.price ?? ''),
    variantIsActive: variant.isActive ? 'sí' : 'no',
    variantImage: variant.imageUrl ?? '',
    ...optionCells('Value', variant.optionValues),
    stock: stockCell(variant),
    ...Object.fromEntries(variantTexts.map((name) => [variantCell(name), variant[name] ?? ''])),
    variantQuantityPrices: quantityPricesCell(variant.quantityPrices, currency),
  }))
}

/** Lists each option's values where the variants don't use all of them, or in another order. */
function optionListCells({ options }: ProductRow, variants: StoredVariant[]): Cells {
  const used = options.map((_, n) => [
    ...new Set(variants.flatMap(({ optionValues }) => optionValues[n] ?? [])),
  ])
  if (options.every(({ values }, n) => isDeepStrictEqual(values, used[n]))) return {}
  return optionCells('Values', options.map(({ values }) => values.join('\n'))) // prettier-ignore
}

/** What a product is sold as: its variants, with the options that Shopify requires, or itself where it has none. */
function soldOf(product: ProductRow, variants: StoredVariant[]) {
  const { price, options } = product
  if (variants.length === 0) {
    const stock = stockWithoutVariants(product)
    const own = {
      values: ['Default Title'],
      price,
      stock,
      image: '',
      texts: textCells(product, variantTexts),
    }
    return { optionNames: ['Title'], sold: [own] }
  }
  const isWhole =
    options.length > 0 && variants.every(({ optionValues }) => optionValues.length === options.length)
  const sold = variants.map((variant) => ({
    values: isWhole ? variant.optionValues : [variant.name],
    price: variant.price ?? price,
    stock: stockCell(variant),
    image: variant.imageUrl ?? '',
    texts: textCells(variant, variantTexts),
  }))
  return { optionNames: isWhole ? options.map(({ name }) => name) : [DEFAULT_OPTION_NAME], sold }
}

function shopifyRows({ product, category, digits }: ExportedProduct, variants: StoredVariant[]): Cells[] {
  const { slug, images, isActive } = product
  const { optionNames, sold } = soldOf(product, variants)
  const first: Cells = {
    name: product.name,
    description: htmlOfText(product.description ?? ''),
    category,
    ...textCells(product, productOnlyTexts),
    isActive: isActive ? 'TRUE' : 'FALSE',
    status: isActive ? 'active' : 'draft',
    ...optionCells('Name', optionNames),
  }
  const rows = sold.map(({ values, price, stock, image, texts }) => ({
    ...optionCells('Value', values),
    price: price.toFixed(digits),
    comparePrice: reducedFrom(product, price)?.toFixed(digits) ?? '',
    stock: stock || '0',
    stockTracker: stock === '' ? '' : 'shopify',
    variantImage: encodeSpaces(image),
    ...texts,
  }))
  return Array.from({ length: Math.max(rows.length, images.length) }, (_, n) => {
    const image = images[n]
    const ofImage = image && {
      images: encodeSpaces(image.url),
      imagePosition: String(n + 1),
      imageAlts: image.alt ?? '',
    }
    return { slug, ...(n === 0 && first), ...rows[n], ...ofImage }
  })
}

const optionCells = (part: 'Name' | 'Value' | 'Values', texts: string[]): Cells =>
  Object.fromEntries(texts.map((text, n) => [`option${n + 1}${part}`, text]))

const productOnlyTexts = productTexts.filter((name) => !variantTexts.some((other) => other === name))

const textCells = (values: { [Name in ProductText]?: string | null }, names: ProductText[]): Cells =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

const stockCell = (variant?: StoredVariant) => String(variant?.stock ?? '')

const stockWithoutVariants = ({ variants }: ProductRow) =>
  stockCell(variants.find(({ isDefault }) => isDefault))

const reducedFrom = ({ comparePrice }: ProductRow, price: number) =>
  comparePrice !== null && comparePrice > price ? comparePrice : null

const encodeSpaces = (url: string) => url.replaceAll(/\s/g, '%20')
