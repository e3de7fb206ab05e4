import type { ListedProduct, Category } from '../../features/catalog/catalog.ts'
import {
  describeProduct,
  type ProductDescription,
  type VariantDescription,
} from '../../features/catalog/description.ts'
import { listRatings } from '../../features/catalog/reviews.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { readOfferedGroups, type OfferedGroup } from '../../features/products/offered-groups.ts'
import { toMinor } from './amount.ts'
import type { Caller } from './operation.ts'

type Product = ReturnType<typeof toProduct>
/** A product as the protocol has it, beside what it is made from; `choices` is how many can be chosen with it. */
export type Shown = {
  listed: ListedProduct
  described: ProductDescription
  product: Product
  choices: number
}

/** The products as the protocol has them, in their order. */
export async function showProducts(
  { app, sql, shop }: Pick<Caller, 'app' | 'sql' | 'shop'>,
  products: ListedProduct[],
  categories: Category[],
): Promise<Shown[]> {
  const [groupsOf, ratings] = await Promise.all([
    readOfferedGroups(sql, shop.id, products),
    listRatings(
      sql,
      shop.id,
      products.map(({ id }) => id),
    ),
  ])
  return products.map((listed) => {
    const described = describeProduct(app, shop, listed)
    const category = categories.find(({ id }) => id === listed.categoryId)
    const groups = groupsOf(listed)
    const rated = ratings.find(({ productId }) => productId === listed.id)
    const product = {
      ...toProduct(shop, described),
      ...(category && { categories: [{ value: category.name, taxonomy: 'merchant' }] }),
      ...(rated && { rating: { value: rated.average, scale_min: 1, scale_max: 5, count: rated.count } }),
      ...metadataOf(shop, groups),
    }
    return { listed, described, product, choices: groups.flatMap(({ choices }) => choices).length }
  })
}

function toProduct(
  shop: Shop,
  { id, slug, title, text, url, pictures, options, variants }: ProductDescription,
) {
  const known = variants.flatMap(({ price }) => price ?? [])
  const before = variants.flatMap(({ listPrice }) => listPrice ?? [])
  return {
    id,
    handle: slug,
    title,
    description: { plain: text },
    url,
    price_range: rangeOf(shop, known.length > 0 ? known : [0]),
    ...(before.length > 0 && { list_price_range: rangeOf(shop, before) }),
    ...(pictures.length > 0 && {
      media: pictures.map((picture) => ({ type: 'image', url: picture.url, alt_text: picture.alt ?? title })),
    }),
    ...(options.length > 0 && {
      options: options.map(({ name, values }) => ({ name, values: values.map((label) => ({ label })) })),
    }),
    variants: variants.map((variant) => toVariant(shop, variant)),
  }
}

/** It can be put in a cart: it is not sold out, and has a price. */
export const isAvailable = ({ price, isSoldOut }: VariantDescription): boolean => price !== null && !isSoldOut

/** The one that stands for the product: the first that can be bought. */
export const featured = (variants: VariantDescription[]): VariantDescription =>
  variants.find(isAvailable) ?? variants[0]!

export const selectedOptions = ({ options }: Pick<VariantDescription, 'options'>) =>
  options.map(({ name, value }) => ({ name, label: value }))

function toVariant(shop: Shop, variant: VariantDescription) {
  const { id, sku, gtin, name, title, url, picture, price, listPrice, isSoldOut } = variant
  return {
    id,
    ...(sku && { sku }),
    ...(gtin && { barcodes: [{ type: 'GTIN', value: gtin }] }),
    title: name ?? title,
    description: { plain: title },
    url,
    price: priceOf(shop, price ?? 0),
    ...(listPrice !== null && { list_price: priceOf(shop, listPrice) }),
    availability: { available: isAvailable(variant), status: isSoldOut ? 'out_of_stock' : 'in_stock' },
    ...(variant.options.length > 0 && { options: selectedOptions(variant) }),
    ...(picture && { media: [{ type: 'image', url: picture, alt_text: title }] }),
    ...(price === null && { metadata: { price_on_request: true } }),
  }
}

const priceOf = (shop: Shop, amount: number) => ({ amount: toMinor(shop, amount), currency: shop.currency })

const rangeOf = (shop: Shop, amounts: number[]) => ({
  min: priceOf(shop, Math.min(...amounts)),
  max: priceOf(shop, Math.max(...amounts)),
})

/** What can be chosen with the product; the shop's page asks for it. */
function metadataOf(shop: Shop, groups: OfferedGroup[]) {
  if (groups.length === 0) return null
  return {
    metadata: {
      choices: groups.map(({ name, minChoices, maxChoices, pricing, choices }) => ({
        name,
        min_choices: minChoices,
        max_choices: maxChoices,
        pricing,
        values: choices.map((choice) => ({
          label: choice.name,
          price: toMinor(shop, choice.price),
          max_quantity: choice.maxQuantity,
        })),
      })),
    },
  }
}
