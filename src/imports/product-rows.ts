import { NO_OPTION } from './draft-options.ts'
import type { Cells, Format } from './fields.ts'
import { htmlOfText } from './html-text.ts'
import { encodeSpaces, namesOf, offersOf, stockAlone, valuesOf, type Exported, type Offer } from './offers.ts'
import { ownRows } from './own-rows.ts'

/** The rows of a product in a kind of file, amounts with a point before the decimals. */
export function rowsOfProduct(exported: Exported, format: Format): Cells[] {
  const all = offersOf(exported.product)
  const offers = format === 'vitrina' ? all : all.filter(({ isActive }) => isActive)
  return writers[format](exported, offers)
}

const writers: Record<Format, (exported: Exported, offers: Offer[]) => Cells[]> = {
  vitrina: ownRows,
  shopify: shopifyRows,
  tiendanube: tiendanubeRows,
  woocommerce: wooRows,
  feed: feedRows,
}

const decimal = (amount: number | null, digits: number) => (amount === null ? '' : amount.toFixed(digits))

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
        variantImage: encodeSpaces(offer.image),
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
    images: encodeSpaces(offer.image).replaceAll(',', '%2C'),
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
