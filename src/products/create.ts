import Type, { type Static } from 'typebox'
import type { App } from '../core/http/app.ts'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { newId } from '../core/values/id.ts'
import { Body, dataOf } from '../core/http/schema.ts'
import { slugOf } from '../core/values/slug.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { checkPrices, requireCategory, requireFreeSlug, requireRoomForProduct } from './checks.ts'
import { checkImages, imagesAfter } from './images.ts'
import {
  counterOf,
  MAX_VARIANTS,
  Product,
  productColumns,
  toProduct,
  writableFields,
  writableVariantFields,
  type ProductRow,
} from './product.ts'
import { productWords } from './search-words.ts'
import { checkVariantPrices, replaceVariants, writeVariants } from './variants.ts'

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

export function createProductRoute(app: App) {
  app.post('/products', {
    config: { scope: 'products:write' },
    schema: {
      operationId: 'createProduct',
      summary: 'Crear un producto',
      description: 'Sin variantes, el producto tiene una sola, llamada «Única», que sigue a su precio.',
      body: NewProduct,
      response: { 201: dataOf(Product) },
    },
    async handler({ sql, store, body }, reply) {
      const product = await createProduct(sql, store.id, body)
      reply.code(201).header('location', `/api/v1/products/${product.id}`)
      return { data: product }
    },
  })
}

/**
 * Adds a product to the store's catalog and tells its webhooks.
 * @throws 400, 403 `PLAN_LIMIT_REACHED`, 409 `DUPLICATE_SLUG` with `details.suggestion`
 */
export function createProduct(sql: Sql, storeId: string, input: NewProduct): Promise<Product> {
  return transaction(sql, async (tx) => {
    const { currencyDigits } = await lockCatalog(tx, storeId)
    const row = newRow(input)
    checkPrices(row, currencyDigits)
    checkVariantPrices(input.variants ?? [], currencyDigits)
    await checkImages(tx, storeId, row.images, [], input)
    await requireCategory(tx, storeId, row.categoryId)
    await requireRoomForProduct(tx, storeId)
    await requireFreeSlug(tx, storeId, row.slug)

    const product = toProduct(await insertProduct(tx, storeId, row))
    await writeVariants(tx, storeId, product.id, row.variants)
    await announce(tx, storeId, 'product.created', product.id, product)
    await raiseCatalogVersion(tx, storeId)
    await tx`select increment_counter(${storeId}, ${counterOf(product)}, 1)`
    return product
  })
}

type NewRow = Omit<ProductRow, 'createdAt' | 'updatedAt'>

function newRow(input: NewProduct): NewRow {
  const { name, price, slug, isActive = true, variants = [] } = input
  const images = imagesAfter([], input)
  return {
    id: newId(),
    name,
    slug: slug ?? slugOf(name, 'producto'),
    description: input.description || null,
    price,
    comparePrice: input.comparePrice ?? null,
    imageUrl: images[0]?.url ?? null,
    images,
    isActive,
    categoryId: input.categoryId ?? null,
    variants: replaceVariants([], variants, price),
  }
}

async function insertProduct(tx: Tx, storeId: string, row: NewRow): Promise<ProductRow> {
  const words = productWords(storeId, row)
  const [inserted] = await tx<[ProductRow]>`
    with birth as (select date_trunc('milliseconds', clock_timestamp()) as at)
    insert into products (
      store_id, id, name, slug, description, price, compare_price, image_url, images, category_id, is_active, variants,
      search_words, title_words, created_at, updated_at
    )
    select
      ${storeId}, ${row.id}, ${row.name}, ${row.slug}, ${row.description}, ${row.price}, ${row.comparePrice},
      ${row.imageUrl}, ${tx.json(row.images)}, ${row.categoryId}, ${row.isActive}, ${tx.json(row.variants)},
      ${words.search}::tsvector, ${words.title}::tsvector, at, at
    from birth
    returning ${productColumns(tx)}`
  return inserted
}
