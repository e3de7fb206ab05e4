import { pictureHref } from '../media/address.ts'
import { dependsOnChoices, leastPrice } from '../products/least-price.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import type { ProductOption } from '../products/options.ts'
import { isOnRequest } from '../products/price-on-request.ts'
import { shopOrigin, type Addressed, type Addresses } from '../stores/address.ts'
import { fullUrl, productHref } from './address.ts'
import type { ListedProduct, ListedVariant } from './catalog.ts'
import type { Shop } from './shop.ts'

/** What a product is to programs: the feed, structured data, assistants. Amounts are in units of the currency, addresses whole. */
export type ProductDescription = Pick<ListedProduct, 'id' | 'slug' | 'sku' | 'gtin' | 'options'> & {
  title: string
  text: string
  url: string
  /** The shop's name where the product has no brand. */
  brand: string
  pictures: { url: string; alt: string | null }[]
  variants: VariantDescription[]
}

export type VariantDescription = Pick<ListedVariant, 'id' | 'sku' | 'gtin'> & {
  name: string | null
  title: string
  url: string
  picture: string | null
  /** With the cheapest of what must be chosen; null on request. */
  price: number | null
  /** What is chosen makes the price: `price` is the lowest. */
  isLeast: boolean
  listPrice: number | null
  isSoldOut: boolean
  minQuantity: number
  quantityPrices: QuantityPrice[]
  options: { name: string; value: string }[]
}

/** What search engines call an option that a shop has named: a table, as names differ by the language. */
const attributes = [
  ['color', /^(colou?r|cor)(es)?$/i],
  ['size', /^(tallas?|tamaños?|tamanhos?|sizes?)$/i],
] as const

export const attributeOf = (option: string) => attributes.find(([, names]) => names.test(option.trim()))?.[0]

type DescribedShop = Pick<Shop, 'id' | 'name' | 'base' | 'zeroPrice'> & Addressed

/** Every document that tells programs of a product is made from this. */
export function describeProduct(
  service: Addresses,
  shop: DescribedShop,
  product: ListedProduct,
): ProductDescription {
  const { id, slug, sku, gtin, name: title, brand, description, images, options } = product
  const origin = shopOrigin(service, shop)
  const urlOf = (imageUrl: string) => origin + pictureHref(shop.id, id, imageUrl, 1280)
  const pageOf = (variant?: string) => fullUrl(service, shop, productHref(shop, product, variant))
  return {
    id,
    slug,
    sku,
    gtin,
    title,
    text: description || title,
    url: pageOf(),
    brand: brand ?? shop.name,
    pictures: images.map(({ url, alt }) => ({ url: urlOf(url), alt })),
    options: options.map(({ name, values }): ProductOption => ({ name, values })),
    variants: product.variants.map((variant) => {
      const imageUrl = variant.imageUrl ?? product.imageUrl
      const own = {
        url: pageOf(variant.isDefault ? undefined : variant.id),
        picture: imageUrl && urlOf(imageUrl),
      }
      return { ...describeVariant(shop, product, variant), ...own }
    }),
  }
}

function describeVariant(shop: DescribedShop, product: ListedProduct, variant: ListedVariant) {
  const { id, name, isDefault, stock, optionValues } = variant
  const { comparePrice, options } = product
  const price = isOnRequest(shop, product, variant.price) ? null : leastPrice(product, variant.price)
  const { sku, gtin } = isDefault ? product : variant
  return {
    id,
    sku,
    gtin,
    name: isDefault ? null : name,
    title: isDefault ? product.name : `${product.name}, ${name}`,
    price,
    isLeast: price !== null && dependsOnChoices(product, variant.price),
    listPrice: price !== null && comparePrice !== null && comparePrice > price ? comparePrice : null,
    isSoldOut: stock === 0,
    minQuantity: product.minQuantity,
    quantityPrices: variant.quantityPrices.map((step) => ({
      ...step,
      price: leastPrice(product, step.price),
    })),
    options: optionValues.map((value, n) => ({ name: options[n]!.name, value })),
  }
}
