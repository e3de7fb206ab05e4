import { capsOf } from '../billing/plans.ts'
import type { Tx } from '../../core/database/db.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { Plan } from '../stores/store.ts'
import { announceEach } from '../webhooks/announce.ts'
import { validatedNewRow, NewProduct } from './create.ts'
import { readDetails } from './offered-groups.ts'
import { counterOf, productColumns, type ProductRow, type StoredVariant } from './product.ts'
import { validatedChangedRow, ProductChanges } from './update.ts'
import { writeVariants } from './variants.ts'
import { insertProducts, updateProducts, type NewRow } from './write.ts'

const checkNew = compileValidator(NewProduct, 'body')
const checkChanges = compileValidator(ProductChanges, 'body')

/** The row that `POST /products` would store for this body. @throws 400 */
export function newRowOfBody(tx: Tx, storeId: string, body: object, digits: number): Promise<NewRow> {
  return validatedNewRow(tx, storeId, validated(checkNew(body)) as NewProduct, digits)
}

export function changedRowOfBody(
  tx: Tx,
  storeId: string,
  { before, body, digits }: { before: ProductRow; body: object; digits: number },
): Promise<ProductRow> {
  const changes = validated(checkChanges(body)) as ProductChanges
  return validatedChangedRow(tx, storeId, { before, changes, digits })
}

function validated(checked: { value: unknown } | { error: Error }): unknown {
  if ('error' in checked) throw checked.error
  return checked.value
}

export async function findByIdOrSlug(
  tx: Tx,
  storeId: string,
  { ids, slugs }: { ids: string[]; slugs: string[] },
): Promise<ProductRow[]> {
  return tx<ProductRow[]>`
    select ${productColumns(tx)}
    from products
    where store_id = ${storeId} and deleted_at is null and (id = any(${ids}::text[]) or slug = any(${slugs}::text[]))`
}

export async function readProductCapacity(tx: Tx, storeId: string): Promise<{ limit: number; used: number }> {
  const [capacity] = await tx<[{ plan: Plan; used: number }]>`
    select plan, counted(id, ${['products.active', 'products.inactive']}) as used from stores where id = ${storeId}`
  return { limit: capsOf(capacity.plan).products, used: capacity.used }
}

/** Stores new products with their events and counters. Requires the catalog lock and validated rows. */
export async function addProducts(tx: Tx, storeId: string, rows: NewRow[]): Promise<ProductRow[]> {
  const inserted = await insertProducts(tx, storeId, rows)
  await writeVariants(tx, storeId, rows)
  await announceEach(tx, storeId, 'product.created', await readDetails(tx, storeId, inserted))
  await countChanges(tx, storeId, [], inserted)
  return inserted
}

type Change = { before: ProductRow; after: ProductRow }

export async function changeProducts(tx: Tx, storeId: string, changes: Change[]): Promise<void> {
  const after = changes.map((change) => change.after)
  const updated = await updateProducts(tx, storeId, after)
  await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, updated))
  await countChanges(
    tx,
    storeId,
    changes.map(({ before }) => before),
    after,
  )
}

/**
 * Stores the variants of products that have changed. Where a change does not set the stock, its present value stays. Call it
 * last in the transaction, after `lockVariants` for all of them: orders of these products wait until it commits.
 */
export async function changeVariants(tx: Tx, storeId: string, changes: Change[]): Promise<void> {
  const rows = await tx<{ id: string; stock: number | null }[]>`
    select id, stock
    from variants
    where store_id = ${storeId} and product_id = any(${changes.map(({ after }) => after.id)}::text[])`
  const present = new Map(rows.map(({ id, stock }) => [id, stock]))
  const changed = changes.map(({ before, after }) => {
    const known = new Map(before.variants.map(({ id, stock }) => [id, stock]))
    const isUnchanged = ({ id, stock }: StoredVariant) => known.get(id) === stock && present.has(id)
    const variants = after.variants.map((one) =>
      isUnchanged(one) ? { ...one, stock: present.get(one.id)! } : one,
    )
    return { id: after.id, variants }
  })
  await writeVariants(tx, storeId, changed)
}

type WithActive = { isActive: boolean }

async function countChanges(
  tx: Tx,
  storeId: string,
  before: WithActive[],
  after: WithActive[],
): Promise<void> {
  await raiseCatalogVersion(tx, storeId)
  for (const isActive of [true, false]) {
    const countOf = (rows: WithActive[]) => rows.filter((row) => row.isActive === isActive).length
    const delta = countOf(after) - countOf(before)
    if (delta !== 0) await tx`select increment_counter(${storeId}, ${counterOf({ isActive })}, ${delta})`
  }
}
