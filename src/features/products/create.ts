import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { newId } from '../../core/values/id.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { slugOf } from '../../core/values/slug.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { checkPrices, requireCategory, requireFreeProductSlug, requireCapacityForProduct } from './checks.ts'
import { checkGtins, requireUniqueSkus } from './codes.ts'
import { checkImages, checkVariantImages, imagesAfter } from './images.ts'
import { counterOf, MAX_VARIANTS, writableFields, writableVariantFields } from './product.ts'
import { ProductDetail, readDetail } from './offered-groups.ts'
import { checkQuantityPrices } from './quantity-prices.ts'
import { requireModifierGroups } from './modifier-group-ids.ts'
import { checkOptions, checkOptionValues } from './options.ts'
import { checkVariantPrices, replaceVariants, writeVariants } from './variants.ts'
import { insertProducts, type NewRow } from './write.ts'

const { name, price, ...optional } = writableFields
const { name: variantName, ...optionalOfVariant } = writableVariantFields

const NewVariant = Body({ name: variantName, ...Type.Partial(Type.Object(optionalOfVariant)).properties })

export const NewProduct = Body({
  name,
  price,
  ...Type.Partial(Type.Object(optional)).properties,
  variants: Type.Optional(
    Type.Array(NewVariant, {
      maxItems: MAX_VARIANTS,
      description: 'Tallas, tamaños o sabores; sin ellas el producto tiene una sola variante, Única',
    }),
  ),
})
export type NewProduct = Static<typeof NewProduct>

export const createProduct = operation({
  id: 'createProduct',
  rest: 'POST /products',
  scope: 'products:write',
  summary: 'Crear un producto',
  description: 'Sin variantes, el producto tiene una sola, llamada «Única», que sigue a su precio.',
  body: NewProduct,
  errors: ['DUPLICATE_SLUG', 'DUPLICATE_SKU', 'PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(ProductDetail) },
  async run({ sql, store, body }) {
    return { data: await addProduct(sql, store.id, body) }
  },
})

/** @throws 400, 403 `PLAN_LIMIT_REACHED`, 409 `DUPLICATE_SLUG` with `details.suggestion`, `DUPLICATE_SKU` */
export async function addProduct(tx: Tx, storeId: string, input: NewProduct): Promise<ProductDetail> {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  const row = await validatedNewRow(tx, storeId, input, currencyDigits)
  await requireCategory(tx, storeId, row.categoryId)
  await requireModifierGroups(tx, storeId, row.modifierGroupIds)
  await requireCapacityForProduct(tx, storeId)
  await requireFreeProductSlug(tx, storeId, row.slug)

  const [inserted] = await insertProducts(tx, storeId, [row])
  const product = await readDetail(tx, storeId, inserted!)
  await writeVariants(tx, storeId, [row])
  await requireUniqueSkus(tx, storeId, [row])
  await announce(tx, storeId, 'product.created', product)
  await raiseCatalogVersion(tx, storeId)
  await tx`select increment_counter(${storeId}, ${counterOf(product)}, 1)`
  return product
}

/** Validates a new product, and returns its row. The caller checks slug, category, groups and the plan's cap. @throws 400 */
export async function validatedNewRow(
  tx: Tx,
  storeId: string,
  input: NewProduct,
  digits: number,
): Promise<NewRow> {
  const row = newRow(input)
  checkPrices(row, digits)
  checkVariantPrices(input.variants ?? [], digits)
  checkQuantityPrices(row, input, digits)
  checkGtins(row)
  checkOptions(row.options)
  checkOptionValues(row.options, row.variants, input.variants !== undefined)
  await checkImages(tx, storeId, { after: row.images, before: [] }, input)
  await checkVariantImages(tx, storeId, row, null)
  return row
}

function newRow({ variants = [], ...input }: NewProduct): NewRow {
  const images = imagesAfter([], input)
  return {
    ...emptyRow,
    ...input,
    id: newId(),
    slug: input.slug ?? slugOf(input.name, 'producto'),
    description: input.description || null,
    imageUrl: images[0]?.url ?? null,
    images,
    variants: replaceVariants([], variants, input.price),
  }
}

/** Fields that a body does not have are null, but for these. */
const emptyRow = {
  ...(Object.fromEntries(Object.keys(optional).map((field) => [field, null])) as Record<
    keyof typeof optional,
    null
  >),
  quantityPrices: [],
  minQuantity: 1,
  quantityStep: 1,
  isActive: true,
  modifierGroupIds: [],
  options: [],
}
