import type { ProductRow } from '../products/product.ts'
import { NO_OPTION } from './draft-options.ts'
import type { Cells, Format } from './fields.ts'
import { htmlOfText } from './html-text.ts'

/** What an export needs beside the product. */
type Exported = {
  product: ProductRow
  category: string | null
  link: string
  currency: string
  digits: number
}

/** The rows of a product in a kind of file, amounts with a point before the decimals. */
export function rowsOfProduct(exported: Exported, format: Format): Cells[] {
  const variants = exported.product.variants.filter(({ isDefault }) => !isDefault)
  const shown = format === 'vitrina' ? variants : variants.filter(({ isActive }) => isActive)
  const offers = shown.map(({ id, name, price, isActive, optionValues, imageUrl, stock }) => ({
    id,
    name,
    own: price,
    price: price ?? exported.product.price,
    isActive,
    optionValues,
    image: imageUrl === null ? '' : encodeSpaces(imageUrl),
    stock: countOf(stock),
  }))
  return writers[format](exported, offers)
}

type Offer = {
  id: string
  name: string
  own: number | null
  price: number
  isActive: boolean
  optionValues: string[]
  image: string
  stock: string
}

const countOf = (stock: number | null | undefined) => (stock == null ? '' : String(stock))

/** Of a product without variants. */
const stockAlone = ({ product }: Exported) =>
  countOf(product.variants.find(({ isDefault }) => isDefault)?.stock)

const writers: Record<Format, (exported: Exported, offers: Offer[]) => Cells[]> = {
  vitrina: ownRows,
  shopify: shopifyRows,
  tiendanube: tiendanubeRows,
  woocommerce: wooRows,
  feed: feedRows,
}

const decimal = (amount: number | null, digits: number) => (amount === null ? '' : amount.toFixed(digits))
const plain = (amount: number | null) => (amount === null ? '' : String(amount))

function ownRows(exported: Exported, offers: Offer[]): Cells[] {
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
    ...(offers.length > 0 && namesOf(product.options.map(({ name }) => name))),
  }
  if (offers.length === 0) return [{ ...first, variantName: '', stock: stockAlone(exported) }]
  return offers.map(({ id, name, own, isActive, optionValues, image, stock }, n) => ({
    ...(n === 0 ? first : { id: product.id, slug: product.slug }),
    variantId: id,
    variantName: name,
    variantPrice: plain(own),
    variantIsActive: isActive ? 'sí' : 'no',
    variantImage: image,
    ...valuesOf(optionValues),
    stock,
  }))
}

const namesOf = ([option1Name, option2Name, option3Name]: string[]): Cells => ({
  option1Name,
  option2Name,
  option3Name,
})

const valuesOf = ([option1Value, option2Value, option3Value]: string[]): Cells => ({
  option1Value,
  option2Value,
  option3Value,
})

/** What other shops need of each variant: values of options. Those that have none here differ in their names. */
function optionsOf({ product: { options } }: Exported, offers: Offer[]) {
  const isWhole =
    options.length > 0 && offers.every(({ optionValues }) => optionValues.length === options.length)
  return isWhole
    ? { names: options.map(({ name }) => name), of: ({ optionValues }: Offer) => optionValues }
    : { names: [NO_OPTION], of: ({ name }: Offer) => [name] }
}

/** A row for each variant, and for each picture: whichever are more. */
function shopifyRows(exported: Exported, offers: Offer[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, images, comparePrice } = product
  const options = optionsOf(exported, offers)
  const asked =
    offers.length > 0
      ? offers.map((offer) => ({ ...offer, values: options.of(offer) }))
      : [{ values: ['Default Title'], price: product.price, stock: stockAlone(exported), image: '' }]
  return Array.from({ length: Math.max(asked.length, images.length) }, (_, n) => {
    const [offer, image] = [asked[n], images[n]]
    const own: Cells = {
      name: product.name,
      description: htmlOfText(product.description ?? ''),
      category: category ?? '',
      isActive: product.isActive ? 'TRUE' : 'FALSE',
      status: product.isActive ? 'active' : 'draft',
      ...namesOf(offers.length > 0 ? options.names : ['Title']),
    }
    return {
      slug,
      ...(n === 0 && own),
      ...(offer && {
        ...valuesOf(offer.values),
        price: decimal(offer.price, digits),
        comparePrice: decimal(above(comparePrice, offer.price), digits),
        stock: offer.stock || '0',
        stockTracker: offer.stock === '' ? '' : 'shopify',
        variantImage: offer.image,
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

function tiendanubeRows(exported: Exported, offers: Offer[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, comparePrice, isActive } = product
  const first: Cells = {
    slug,
    name,
    category: category ?? '',
    isActive: isActive ? 'SÍ' : 'NO',
    description: htmlOfText(description ?? ''),
  }
  if (offers.length === 0)
    return [
      {
        ...first,
        option1Value: '',
        stock: stockAlone(exported),
        ...reduced(comparePrice, product.price, digits),
      },
    ]
  const options = optionsOf(exported, offers)
  return offers.map((offer, n) => ({
    ...(n === 0 ? first : { slug }),
    ...namesOf(options.names),
    ...valuesOf(options.of(offer)),
    stock: offer.stock,
    ...reduced(comparePrice, offer.price, digits),
  }))
}

function wooRows(exported: Exported, offers: Offer[]): Cells[] {
  const { product, category, digits } = exported
  const { slug, name, description, images, comparePrice, isActive } = product
  const isVaried = offers.length > 0
  const options = optionsOf(exported, offers)
  const names = namesOf(options.names.map(withoutCommas))
  const values = offers.map((offer) => options.of(offer).map(withoutCommas))
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
    ...(isVaried ? {} : { stock: stockAlone(exported), ...reduced(comparePrice, product.price, digits) }),
  }
  const variations = offers.map((offer, n) => ({
    kind: 'variation',
    name: `${name} - ${offer.name}`,
    isActive: '1',
    parent: slug,
    ...names,
    ...valuesOf(values[n]!),
    images: offer.image.replaceAll(',', '%2C'),
    stock: offer.stock,
    ...reduced(comparePrice, offer.price, digits),
  }))
  return [first, ...variations]
}

/** A comma divides there; one that is meant has a backslash. */
const withoutCommas = (text: string) => text.replaceAll(',', String.raw`\,`)

function feedRows({ product, category, link, currency, digits }: Exported, offers: Offer[]): Cells[] {
  const { id, name, description, images, comparePrice, isActive } = product
  const [image, ...more] = images.map(({ url }) => encodeSpaces(url).replaceAll(',', '%2C'))
  const asked = offers.length > 0 ? offers : [{ id, name: '', price: product.price }]
  return asked.map((offer) => {
    const { price, salePrice } = reduced(comparePrice, offer.price, digits)
    return {
      id: offer.id,
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
      size: offer.name,
    }
  })
}

/** Addresses are divided by spaces. */
const encodeSpaces = (url: string) => url.replaceAll(/\s/g, '%20')
