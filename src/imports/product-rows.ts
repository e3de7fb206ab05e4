import { NO_OPTION } from './draft-options.ts'
import type { Cells, Format } from './fields.ts'
import { htmlOfText } from './html-text.ts'
import {
  encodeSpaces,
  namesOf,
  exportedVariants,
  stockWithoutVariants,
  valuesOf,
  type ExportedProduct,
  type ExportedVariant,
} from './exported-variants.ts'
import { ownRows } from './own-rows.ts'

/** The rows of a product in a kind of file, amounts with a point before the decimals. */
export function rowsOfProduct(exported: ExportedProduct, format: Format): Cells[] {
  const all = exportedVariants(exported.product)
  const variants = format === 'vitrina' ? all : all.filter(({ isActive }) => isActive)
  return writers[format](exported, variants)
}

const writers: Record<Format, (exported: ExportedProduct, variants: ExportedVariant[]) => Cells[]> = {
  vitrina: ownRows,
  shopify: shopifyRows,
  tiendanube: tiendanubeRows,
  woocommerce: wooRows,
  feed: feedRows,
}

const decimal = (amount: number | null, digits: number) => (amount === null ? '' : amount.toFixed(digits))

/** What other shops need of each variant: values of options. Those that have none here differ in their names. */
function optionsOf({ product: { options } }: ExportedProduct, variants: ExportedVariant[]) {
  const isWhole =
    options.length > 0 && variants.every(({ optionValues }) => optionValues.length === options.length)
  return isWhole
    ? { names: options.map(({ name }) => name), of: ({ optionValues }: ExportedVariant) => optionValues }
    : { names: [NO_OPTION], of: ({ name }: ExportedVariant) => [name] }
}

/** A row for each variant, and for each picture: whichever are more. */
function shopifyRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, images, comparePrice } = product
  const options = optionsOf(exported, variants)
  const single = { values: ['Default Title'], price: product.price, stock: stockWithoutVariants(exported) }
  const varied = variants.map((variant) => ({ ...variant, values: options.of(variant) }))
  const asked = varied.length > 0 ? varied : [{ ...single, image: '' }]
  return Array.from({ length: Math.max(asked.length, images.length) }, (_, n) => {
    const [variant, image] = [asked[n], images[n]]
    const ofProduct: Cells = {
      name: product.name,
      description: htmlOfText(product.description ?? ''),
      category: category ?? '',
      isActive: product.isActive ? 'TRUE' : 'FALSE',
      status: product.isActive ? 'active' : 'draft',
      ...namesOf(variants.length > 0 ? options.names : ['Title']),
    }
    return {
      slug,
      ...(n === 0 && ofProduct),
      ...(variant && {
        ...valuesOf(variant.values),
        price: decimal(variant.price, digits),
        comparePrice: decimal(above(comparePrice, variant.price), digits),
        stock: variant.stock || '0',
        stockTracker: variant.stock === '' ? '' : 'shopify',
        variantImage: encodeSpaces(variant.image),
      }),
      ...(image && {
        images: encodeSpaces(image.url),
        imagePosition: String(n + 1),
        imageAlts: image.alt ?? '',
      }),
    }
  })
}

const above = (comparePrice: number | null, price: number) =>
  comparePrice !== null && comparePrice > price ? comparePrice : null

/** The price before in its column, and what is asked now beside it. */
function reduced(comparePrice: number | null, price: number, digits: number): Cells {
  const before = above(comparePrice, price)
  return { price: decimal(before ?? price, digits), salePrice: before === null ? '' : decimal(price, digits) }
}

function tiendanubeRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, comparePrice, isActive } = product
  const first: Cells = {
    slug,
    name,
    category: category ?? '',
    isActive: isActive ? 'SÍ' : 'NO',
    description: htmlOfText(description ?? ''),
  }
  if (variants.length === 0)
    return [
      {
        ...first,
        option1Value: '',
        stock: stockWithoutVariants(exported),
        ...reduced(comparePrice, product.price, digits),
      },
    ]
  const options = optionsOf(exported, variants)
  return variants.map((variant, n) => ({
    ...(n === 0 ? first : { slug }),
    ...namesOf(options.names),
    ...valuesOf(options.of(variant)),
    stock: variant.stock,
    ...reduced(comparePrice, variant.price, digits),
  }))
}

function wooRows(exported: ExportedProduct, variants: ExportedVariant[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, images, comparePrice, isActive } = product
  const isVaried = variants.length > 0
  const options = optionsOf(exported, variants)
  const names = namesOf(options.names.map(withoutCommas))
  const values = variants.map((variant) => options.of(variant).map(withoutCommas))
  const listed = options.names.map((_, n) => [...new Set(values.map((some) => some[n]!))].join(', '))
  const first: Cells = {
    kind: isVaried ? 'variable' : 'simple',
    sku: slug,
    slug,
    name,
    isActive: isActive ? '1' : '0',
    description: htmlOfText(description ?? ''),
    category: withoutCommas(category ?? ''),
    images: images.map(({ url }) => encodeSpaces(url).replaceAll(',', '%2C')).join(', '),
    ...(isVaried && { ...names, ...valuesOf(listed) }),
    ...(isVaried
      ? {}
      : { stock: stockWithoutVariants(exported), ...reduced(comparePrice, product.price, digits) }),
  }
  const variations = variants.map((variant, n) => ({
    kind: 'variation',
    name: `${name} - ${variant.name}`,
    isActive: '1',
    parent: slug,
    ...names,
    ...valuesOf(values[n]!),
    images: encodeSpaces(variant.image).replaceAll(',', '%2C'),
    stock: variant.stock,
    ...reduced(comparePrice, variant.price, digits),
  }))
  return [first, ...variations]
}

/** A comma divides there; one that is meant has a backslash. */
const withoutCommas = (text: string) => text.replaceAll(',', String.raw`\,`)

function feedRows(
  { product, category, link, currency, digits }: ExportedProduct,
  variants: ExportedVariant[],
): Cells[] {
  const { id, name, description, images, comparePrice, isActive } = product
  const [image, ...more] = images.map(({ url }) => encodeSpaces(url).replaceAll(',', '%2C'))
  const asked = variants.length > 0 ? variants : [{ id, name: '', price: product.price }]
  return asked.map((variant) => {
    const { price, salePrice } = reduced(comparePrice, variant.price, digits)
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
    }
  })
}
