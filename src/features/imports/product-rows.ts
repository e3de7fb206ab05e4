import { isDeepStrictEqual } from 'node:util'
import {
  encodeCommas,
  encodeSpaces,
  optionCells,
  reducedFrom,
  saleCells,
  stockCell,
  stockWithoutVariants,
  textCells,
} from './row-cells.ts'
import { quantityCells, quantityPricesCell } from './quantity-cells.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { ProductRow, StoredVariant } from '../products/product.ts'
import { isOnRequest } from '../products/price-on-request.ts'
import { DEFAULT_OPTION_NAME } from './draft-variants.ts'
import { variantCell, type Cells, type ExportFormat } from './columns.ts'
import { htmlOfText } from './html-text.ts'
import { escapeCommas } from './formats/woocommerce.ts'

/** A product with the data that its rows in an export need. */
type ExportedProduct = {
  product: ProductRow
  category: string
  /** Its cells of groups of extras, in our own format. */
  groups: Cells
  link: string
  currency: string
  digits: number
  zeroPrice: 'free' | 'ask'
}

type Rows = (exported: ExportedProduct, variants: StoredVariant[]) => Cells[]

/** The rows of a product in a format, amounts with a point before the decimals. Only our own format has inactive variants. */
export function rowsOfProduct(exported: ExportedProduct, format: ExportFormat): Cells[] {
  const variants = exported.product.variants.filter(
    ({ isDefault, isActive }) => !isDefault && (isActive || format === 'vitrina'),
  )
  return rowsOf[format](exported, variants)
}

const rowsOf: Record<ExportFormat, Rows> = {
  vitrina: vitrinaRows,
  shopify: shopifyRows,
  tiendanube: tiendanubeRows,
  woocommerce: woocommerceRows,
  feed: feedRows,
}

/** A row for each variant, the first with the product's fields. */
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

/** What a product is sold as: its variants, with options that other shops require, or itself where it has none. */
function soldOf(product: ProductRow, variants: StoredVariant[]) {
  const { id, price, options } = product
  if (variants.length === 0) {
    const stock = stockWithoutVariants(product)
    const own = { id, name: '', values: [], price, stock, image: '', texts: textCells(product, variantTexts) }
    return { optionNames: [], sold: [own] }
  }
  const isWhole =
    options.length > 0 && variants.every(({ optionValues }) => optionValues.length === options.length)
  const sold = variants.map((variant) => ({
    id: variant.id,
    name: variant.name,
    values: isWhole ? variant.optionValues : [variant.name],
    price: variant.price ?? price,
    stock: stockCell(variant),
    image: variant.imageUrl ?? '',
    texts: textCells(variant, variantTexts),
  }))
  return { optionNames: isWhole ? options.map(({ name }) => name) : [DEFAULT_OPTION_NAME], sold }
}

/** As many rows as there are variants or pictures, whichever are more. */
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
    ...optionCells('Name', variants.length > 0 ? optionNames : ['Title']),
  }
  const rows = sold.map(({ values, price, stock, image, texts }) => ({
    ...optionCells('Value', variants.length > 0 ? values : ['Default Title']),
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

function tiendanubeRows({ product, category, digits }: ExportedProduct, variants: StoredVariant[]): Cells[] {
  const { slug, name, description, isActive } = product
  const { optionNames, sold } = soldOf(product, variants)
  const first: Cells = {
    name,
    category,
    ...textCells(product, productOnlyTexts),
    isActive: isActive ? 'SÍ' : 'NO',
    description: htmlOfText(description ?? ''),
  }
  return sold.map(({ values, price, stock, texts }, n) => ({
    slug,
    ...(n === 0 && first),
    ...optionCells('Name', optionNames),
    ...optionCells('Value', values),
    ...texts,
    stock,
    ...saleCells(product, price, digits),
  }))
}

/** A row for the product and one for each variation, which refers to it by its SKU. */
function woocommerceRows({ product, category, digits }: ExportedProduct, variants: StoredVariant[]): Cells[] {
  const { slug, name, description, images, isActive } = product
  const isVaried = variants.length > 0
  const { optionNames, sold } = soldOf(product, variants)
  const names = optionCells('Name', optionNames.map(escapeCommas)) // prettier-ignore
  const values = sold.map((one) => one.values.map(escapeCommas))
  const listed = optionNames.map((_, n) => [...new Set(values.map((some) => some[n]!))].join(', '))
  const sku = product.sku ?? (isVaried ? slug : '')
  const first: Cells = {
    kind: isVaried ? 'variable' : 'simple',
    ...textCells(product, productTexts),
    sku,
    slug,
    name,
    isActive: isActive ? '1' : '0',
    description: htmlOfText(description ?? ''),
    category: escapeCommas(category),
    images: images.map(({ url }) => encodeCommas(url)).join(', '),
    ...(isVaried
      ? { ...names, ...optionCells('Value', listed) }
      : { stock: stockWithoutVariants(product), ...saleCells(product, product.price, digits) }),
  }
  if (!isVaried) return [first]
  const variations = sold.map(({ name: ofVariant, price, stock, image, texts }, n) => ({
    kind: 'variation',
    name: `${name} - ${ofVariant}`,
    isActive: '1',
    parent: sku,
    ...texts,
    ...names,
    ...optionCells('Value', values[n]!),
    images: encodeCommas(image),
    stock,
    ...saleCells(product, price, digits),
  }))
  return [first, ...variations]
}

function feedRows(exported: ExportedProduct, variants: StoredVariant[]): Cells[] {
  const { product, category, link, currency, digits } = exported
  const { id: group, name, description, images, isActive } = product
  const [image = '', ...more] = images.map(({ url }) => encodeCommas(url))
  const withCurrency = (amount: string) => (amount === '' ? '' : `${amount} ${currency}`)
  const priced = soldOf(product, variants).sold.filter(({ price }) => !isOnRequest(exported, product, price))
  return priced.map(({ id, name: size, price: ofVariant, stock, texts }) => {
    const { price, salePrice } = saleCells(product, ofVariant, digits)
    return {
      id,
      group,
      name,
      description: description ?? '',
      price: withCurrency(price),
      salePrice: withCurrency(salePrice),
      link,
      availability: stock === '0' ? 'out of stock' : 'in stock',
      status: isActive ? 'active' : 'archived',
      images: image,
      moreImages: more.join(','),
      category,
      size,
      ...textCells(product, productOnlyTexts),
      ...texts,
    }
  })
}

/** The texts that a product has, and its variants have not. */
const productOnlyTexts = productTexts.filter((name) => !variantTexts.some((other) => other === name))
