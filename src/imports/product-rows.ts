import { DEFAULT_OPTION_NAME } from './draft-options.ts'
import type { ProductImage } from '../products/images.ts'
import type { Cells, Format } from './fields.ts'
import { htmlOfText } from './html-text.ts'
import {
  commonTextCells,
  encodeSpaces,
  productTextCells,
  optionNameCells,
  exportedVariants,
  stockWithoutVariants,
  optionValueCells,
  type ExportedProduct,
  type ExportedVariant,
} from './exported-variants.ts'
import { vitrinaRows } from './vitrina-rows.ts'

/** The rows of a product in a kind of file, amounts with a point before the decimals. */
export function rowsOfProduct(exported: ExportedProduct, format: Format): Cells[] {
  const all = exportedVariants(exported.product)
  const variants = format === 'vitrina' ? all : all.filter(({ isActive }) => isActive)
  return writers[format](exported, variants)
}

const writers: Record<Format, (exported: ExportedProduct, variants: ExportedVariant[]) => Cells[]> = {
  vitrina: vitrinaRows,
  shopify: shopifyRows,
  tiendanube: tiendanubeRows,
  woocommerce: woocommerceRows,
  feed: feedRows,
}

const amountCell = (amount: number | null, digits: number) => (amount === null ? '' : amount.toFixed(digits))

/** The options that other shops require. Variants without options get one whose values are their names. */
function optionsOf({ product: { options } }: ExportedProduct, variants: ExportedVariant[]) {
  const isWhole =
    options.length > 0 && variants.every(({ optionValues }) => optionValues.length === options.length)
  return isWhole
    ? { names: options.map(({ name }) => name), of: ({ optionValues }: ExportedVariant) => optionValues }
    : { names: [DEFAULT_OPTION_NAME], of: ({ name }: ExportedVariant) => [name] }
}

/** As many rows as there are variants or pictures, whichever are more. */
function shopifyRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, images, comparePrice } = product
  const options = optionsOf(exported, variants)
  const single = {
    values: ['Default Title'],
    price: product.price,
    stock: stockWithoutVariants(exported),
    texts: productTextCells(exported),
  }
  const varied = variants.map((variant) => ({ ...variant, values: options.of(variant) }))
  const asked = varied.length > 0 ? varied : [{ ...single, image: '' }]
  return Array.from({ length: Math.max(asked.length, images.length) }, (_, n) => {
    const [variant, image] = [asked[n], images[n]]
    const ofProduct: Cells = {
      name: product.name,
      description: htmlOfText(product.description ?? ''),
      category: category ?? '',
      ...commonTextCells(exported),
      isActive: product.isActive ? 'TRUE' : 'FALSE',
      status: product.isActive ? 'active' : 'draft',
      ...optionNameCells(variants.length > 0 ? options.names : ['Title']),
    }
    return {
      slug,
      ...(n === 0 && ofProduct),
      ...(variant && {
        ...optionValueCells(variant.values),
        price: amountCell(variant.price, digits),
        comparePrice: amountCell(comparePriceAbove(comparePrice, variant.price), digits),
        stock: variant.stock || '0',
        stockTracker: variant.stock === '' ? '' : 'shopify',
        variantImage: encodeSpaces(variant.image),
        ...variant.texts,
      }),
      ...(image && imageCells(image, n)),
    }
  })
}

const imageCells = ({ url, alt }: ProductImage, n: number): Cells => ({
  images: encodeSpaces(url),
  imagePosition: String(n + 1),
  imageAlts: alt ?? '',
})

const comparePriceAbove = (comparePrice: number | null, price: number) =>
  comparePrice !== null && comparePrice > price ? comparePrice : null

/** The regular price in one column, and the sale price beside it. */
function salePriceCells(comparePrice: number | null, price: number, digits: number): Cells {
  const before = comparePriceAbove(comparePrice, price)
  return {
    price: amountCell(before ?? price, digits),
    salePrice: before === null ? '' : amountCell(price, digits),
  }
}

function tiendanubeRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, comparePrice, isActive } = product
  const first: Cells = {
    slug,
    name,
    category: category ?? '',
    ...commonTextCells(exported),
    isActive: isActive ? 'SÍ' : 'NO',
    description: htmlOfText(description ?? ''),
  }
  if (variants.length === 0)
    return [
      {
        ...first,
        ...productTextCells(exported),
        option1Value: '',
        stock: stockWithoutVariants(exported),
        ...salePriceCells(comparePrice, product.price, digits),
      },
    ]
  const options = optionsOf(exported, variants)
  return variants.map((variant, n) => ({
    ...(n === 0 ? first : { slug }),
    ...optionNameCells(options.names),
    ...optionValueCells(options.of(variant)),
    ...variant.texts,
    stock: variant.stock,
    ...salePriceCells(comparePrice, variant.price, digits),
  }))
}

function woocommerceRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, images, comparePrice, isActive } = product
  const isVaried = variants.length > 0
  const options = optionsOf(exported, variants)
  const names = optionNameCells(options.names.map(withoutCommas))
  const values = variants.map((variant) => options.of(variant).map(withoutCommas))
  const listed = options.names.map((_, n) => [...new Set(values.map((some) => some[n]!))].join(', '))
  const reference = product.sku ?? (isVaried ? slug : '') // variations refer to their product by its SKU
  const first: Cells = {
    kind: isVaried ? 'variable' : 'simple',
    ...productTextCells(exported),
    sku: reference,
    slug,
    name,
    isActive: isActive ? '1' : '0',
    description: htmlOfText(description ?? ''),
    category: withoutCommas(category ?? ''),
    images: images.map(({ url }) => encodeSpaces(url).replaceAll(',', '%2C')).join(', '),
    ...(isVaried && { ...names, ...optionValueCells(listed) }),
    ...(isVaried
      ? {}
      : { stock: stockWithoutVariants(exported), ...salePriceCells(comparePrice, product.price, digits) }),
  }
  const variations = variants.map((variant, n) => ({
    kind: 'variation',
    name: `${name} - ${variant.name}`,
    isActive: '1',
    parent: reference,
    ...variant.texts,
    ...names,
    ...optionValueCells(values[n]!),
    images: encodeSpaces(variant.image).replaceAll(',', '%2C'),
    stock: variant.stock,
    ...salePriceCells(comparePrice, variant.price, digits),
  }))
  return [first, ...variations]
}

/** Escapes commas, which divide values there. */
const withoutCommas = (text: string) => text.replaceAll(',', String.raw`\,`)

function feedRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, link, currency, digits } = exported
  const { id, name, description, images, comparePrice, isActive } = product
  const [image, ...more] = images.map(({ url }) => encodeSpaces(url).replaceAll(',', '%2C'))
  const asked =
    variants.length > 0
      ? variants
      : [{ id, name: '', price: product.price, texts: productTextCells(exported) }]
  return asked.map((variant) => {
    const { price, salePrice } = salePriceCells(comparePrice, variant.price, digits)
    return {
      id: variant.id,
      group: id,
      name,
      description: description ?? '',
      price: `${price} ${currency}`,
      salePrice: salePrice ? `${salePrice} ${currency}` : '',
      link,
      status: isActive ? 'active' : 'archived',
      images: image ?? '',
      moreImages: more.join(','),
      category: category ?? '',
      size: variant.name,
      ...commonTextCells(exported),
      ...variant.texts,
    }
  })
}
