import type { Tx } from '../../core/database/db.ts'
import { extendExpiry } from '../media/image.ts'
import { requireUniqueSkus } from '../products/codes.ts'
import { storedAs } from '../../core/resources/field.ts'
import { sparseFields, variantFields } from '../products/fields.ts'
import type { ProductImage } from '../products/images.ts'
import { readDetails } from '../products/offered-groups.ts'
import { counterOf, productColumns, type ProductRow, type StoredVariant } from '../products/product.ts'
import { markKeptStock, updateProducts } from '../products/write.ts'
import { announceEach } from '../webhooks/announce.ts'
import { inBatches, upsertRows, type RowChange } from './write-rows.ts'

export async function restoreProducts(tx: Tx, storeId: string, products: RowChange[], variants: RowChange[]) {
  await extendExpiryOfImages(tx, storeId, products, variants)
  await upsertRows(tx, 'variants', variants)
  for (const some of inBatches(products)) {
    await upsertRows(tx, 'products', await withVariants(tx, storeId, some))
  }
  const ids = new Set([
    ...products.map(({ id }) => id),
    ...variants.map(({ from, to }) => (to ?? from)!['product_id'] as string),
  ])
  for (const some of inBatches([...ids])) await rewriteDerivedColumns(tx, storeId, some, products)
  await updateCounters(tx, storeId, products)
}

const isSparse = ({ name }: { name: string }) => sparseFields.includes(name)
const members = (fields: { name: string; column: string }[]) =>
  fields.map(({ name, column }) => `'${name}', ${column}`).join(', ')

const storedVariant = `
  jsonb_build_object('id', id, 'isDefault', is_default, ${members(storedAs(variantFields).filter((one) => !isSparse(one)))})
  || jsonb_build_object('stock', null)
  || jsonb_strip_nulls(jsonb_build_object(${members(storedAs(variantFields).filter(isSparse))}))`

/** With the column `variants` as their own rows are now. A product whose variants are all removed, which is deleted, keeps it. */
async function withVariants(tx: Tx, storeId: string, products: RowChange[]): Promise<RowChange[]> {
  const rows = await tx<{ productId: string; variants: StoredVariant[] }[]>`
    select product_id, jsonb_agg(
      ${tx.unsafe(storedVariant)}
      order by position, id
    ) as variants
    from variants
    where store_id = ${storeId} and product_id = any(${products.map(({ id }) => id)}::text[]) and removed_at is null
    group by product_id`
  const restored = new Map(rows.map(({ productId, variants }) => [productId, variants]))
  return products.map(({ id, from, to }) => {
    return { id, from, to: to && { ...to, variants: restored.get(id) ?? to['variants'] } }
  })
}

/** Writes what follows from the columns that were restored: the search words, `keeps_stock`, an event of each product. */
async function rewriteDerivedColumns(tx: Tx, storeId: string, ids: string[], products: RowChange[]) {
  await markKeptStock(tx, storeId, ids) // otherwise `productColumns` lacks the stock
  const rows = await tx<(ProductRow & { deletedAt: string | null })[]>`
    select ${productColumns(tx)}, deleted_at
    from products
    where store_id = ${storeId} and id = any(${ids}::text[])
    order by id`
  const written = await updateProducts(tx, storeId, rows)
  await requireUniqueSkus(
    tx,
    storeId,
    rows.filter(({ deletedAt }) => deletedAt === null),
  )
  const deletedAt = new Map(rows.map((row) => [row.id, row.deletedAt]))
  await announceRestored(tx, storeId, { written, deletedAt, products })
}

/** Extends the expiry of the pictures before and after, so that the purge of unused ones leaves them. */
async function extendExpiryOfImages(tx: Tx, storeId: string, products: RowChange[], variants: RowChange[]) {
  const urls = [...products, ...variants]
    .flatMap(({ from, to }) => [from, to])
    .flatMap((row) => {
      const images = (row?.['images'] as ProductImage[] | undefined) ?? []
      return [...images.map(({ url }) => url), (row?.['image_url'] as string | null | undefined) ?? []].flat()
    })
  await extendExpiry(tx, storeId, [...new Set(urls)])
}

type Restored = {
  written: ProductRow[]
  deletedAt: Map<string, string | null>
  products: RowChange[]
}

async function announceRestored(tx: Tx, storeId: string, { written, deletedAt, products }: Restored) {
  const existedBefore = new Map(products.map(({ id, from }) => [id, from?.['deleted_at'] === null]))
  const alive = written.filter(({ id }) => !deletedAt.get(id))
  const gone = written.filter(({ id }) => deletedAt.get(id))
  await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, alive))
  const deleted = gone.filter(({ id }) => existedBefore.get(id))
  await announceEach(
    tx,
    storeId,
    'product.deleted',
    deleted.map(({ id, slug }) => ({ id, slug, deletedAt: deletedAt.get(id)! })),
  )
}

/** Updates counters last and in the order of their names, as everywhere, so that transactions don't deadlock. */
async function updateCounters(tx: Tx, storeId: string, products: RowChange[]) {
  const by = new Map<string, number>()
  const add = (row: RowChange['to'], n: number) => {
    if (row?.['deleted_at'] !== null) return
    const name = counterOf({ isActive: row['is_active'] === true })
    by.set(name, (by.get(name) ?? 0) + n)
  }
  for (const { from, to } of products) {
    add(from, -1)
    add(to, 1)
  }
  for (const [name, n] of [...by].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (n !== 0) await tx`select increment_counter(${storeId}, ${name}, ${n})`
  }
}
