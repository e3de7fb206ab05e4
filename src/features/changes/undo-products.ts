import type { Tx } from '../../core/database/db.ts'
import { camelCase } from '../../core/values/camel-case.ts'
import { findSkuHolders } from '../products/codes.ts'
import { amountNames, MAX_STOCK } from '../products/fields.ts'
import { applyUndo } from './apply-undo.ts'
import type { TouchedRow } from './change.ts'
import { readCurrentRows } from './current-rows.ts'
import { planUndo, rowKey, type CurrentRows, type Difference } from './plan-undo.ts'

/** What was done to a product, and the fields that were left as they are because they have changed since. */
export type UndoneProduct = { effect: 'restored' | 'deleted' | null; kept: string[] }

/**
 * Undoes what a change did to some products, except for what has changed since: a field with another value keeps it, and a
 * created product that is no longer the same stays. Orders change the stock: it gets the change's difference back, unless it was
 * set since. Requires the catalog lock, and `lockVariants` of the products whose variants the change wrote.
 */
export async function undoProducts(
  tx: Tx,
  storeId: string,
  change: { id: string; createdAt: string },
  productIds: string[],
): Promise<Map<string, UndoneProduct>> {
  const rows = await findProductRows(tx, storeId, change.id, productIds)
  const present = await readCurrentRows(tx, storeId, rows)
  const setLater = await findColumnsSetLater(tx, storeId, change, productIds)
  const unrestorable = await findUnrestorable(tx, storeId, rows)
  const times = { changedAt: change.createdAt, now: new Date().toISOString() }
  const { differences } = planUndo(rows, present, times)
  const outcomes = new Map<string, UndoneProduct>()
  const undone: TouchedRow[] = []
  for (const [product, own] of Map.groupBy(rows, productOf)) {
    const changed = changedFields(own, differences, setLater)
    const kept = changed.union(unrestorable.get(product) ?? new Set<string>())
    const { stocks, isLost } = formerStocks(own, present, setLater)
    const left = own.flatMap((row) => restorableRow(row, kept, stocks.get(row.id)) ?? [])
    undone.push(...left)
    kept.delete('imageUrl') // the first of `images`
    outcomes.set(product, {
      effect: left.length === 0 ? null : isCreated(left) ? 'deleted' : 'restored',
      kept: isLost ? [...kept, 'stock'] : [...kept],
    })
  }
  await applyUndo(tx, storeId, undone, { present, result: planUndo(undone, present, times).result })
  return outcomes
}

/** Without the column that follows from the variants' stock. Variants stay with a created product that is deleted. */
async function findProductRows(tx: Tx, storeId: string, changeId: string, productIds: string[]) {
  const rows = await tx<TouchedRow[]>`
    select
      table_name as table, row_id as id, parent_id, label, before - 'keeps_stock' as before, after - 'keeps_stock' as after
    from change_rows
    where store_id = ${storeId} and change_id = ${changeId}
    and coalesce(parent_id, row_id) = any(${productIds}::text[]) and table_name in ('products', 'variants')
    order by n`
  const created = new Set(rows.filter((row) => isCreated([row])).map(({ id }) => id))
  return rows.filter(({ parentId }) => !created.has(parentId ?? ''))
}

const productOf = ({ parentId, id }: TouchedRow) => parentId ?? id
const isCreated = (rows: TouchedRow[]) => rows.some((row) => row.table === 'products' && row.before === null)
const fieldNameOf = (column: string) => (column === 'variants_md5' ? 'variants' : camelCase(column))

/** Prices and variants are validated together: they are restored together, or not at all. */
const priceFields = new Set([...amountNames, 'quantityPrices', 'options', 'variants'])

/**
 * Columns of rows, each as `{row id} {field}`, that later changes set. Orders are not recorded as changes. The time tells which are
 * later: `n` of rows that came with the import of a store was counted by another installation.
 */
async function findColumnsSetLater(
  tx: Tx,
  storeId: string,
  change: { id: string; createdAt: string },
  productIds: string[],
) {
  const rows = await tx<{ id: string; column: string }[]>`
    select distinct row_id as id, jsonb_object_keys(before) as column
    from change_rows
    join changes on changes.store_id = change_rows.store_id and changes.id = change_id
    where change_rows.store_id = ${storeId}
    and coalesce(parent_id, row_id) = any(${productIds}::text[]) and change_id <> ${change.id}
    and changes.created_at > ${change.createdAt}
    and before is not null and after is not null
    and undone_by is null and undoes is null`
  return new Set(rows.map(({ id, column }) => `${id} ${fieldNameOf(column)}`))
}

/** The fields of a product that have changed since, with those that are restored only together; `deletedAt` of a deleted one. */
function changedFields(own: TouchedRow[], differences: Difference[], setLater: Set<string>): Set<string> {
  const tables = new Map(own.map(({ id, table }) => [id, table]))
  const changed = new Set(
    differences.flatMap(({ id, field }) => {
      const isVariant = tables.get(id) === 'variants'
      if (!tables.has(id) || (isVariant && field === 'stock')) return []
      return isVariant ? 'variants' : (field ?? 'deletedAt')
    }),
  )
  const isRepriced = [...priceFields].some((field) => setLater.has(`${productOf(own[0]!)} ${field}`))
  const linked = isRepriced || !priceFields.isDisjointFrom(changed) ? priceFields : new Set<string>()
  const written = new Set(own.flatMap(({ table, after }) => (table === 'products' ? fieldNames(after) : [])))
  const ofImages = changed.has('images') ? ['imageUrl'] : []
  return changed.union(linked.intersection(written)).union(new Set(ofImages))
}

const fieldNames = (columns: object | null) => Object.keys(columns ?? {}).map(fieldNameOf)

/** Former values that can't come back: a slug or an SKU that another product has by now, a category that is gone. */
async function findUnrestorable(
  tx: Tx,
  storeId: string,
  rows: TouchedRow[],
): Promise<Map<string, Set<string>>> {
  const former = (column: string) =>
    rows.flatMap((row) => {
      const value = row.before?.[column]
      return typeof value === 'string' ? [{ product: productOf(row), table: row.table, value }] : []
    })
  const valuesOf = (some: { value: string }[]) => some.map(({ value }) => value)
  const [skus, slugs, categories] = [former('sku'), former('slug'), former('category_id')]
  const skuHolders = await findSkuHolders(tx, storeId, valuesOf(skus))
  const slugHolders = await tx<{ id: string; slug: string }[]>`
    select id, slug
    from products
    where store_id = ${storeId} and deleted_at is null and slug = any(${valuesOf(slugs)}::text[])`
  const existing = await tx<{ id: string }[]>`
    select id from categories where store_id = ${storeId} and id = any(${valuesOf(categories)}::text[])`
  const found = new Map<string, Set<string>>()
  const add = (product: string, fields: Iterable<string>) =>
    found.set(product, new Set([...(found.get(product) ?? []), ...fields]))
  for (const { product, table, value } of skus) {
    const isTaken = skuHolders.some(({ sku, productId }) => sku === value && productId !== product)
    if (isTaken) add(product, table === 'products' ? ['sku'] : priceFields)
  }
  for (const { product, value } of slugs)
    if (slugHolders.some(({ id, slug }) => slug === value && id !== product)) add(product, ['slug'])
  for (const { product, value } of categories)
    if (!existing.some(({ id }) => id === value)) add(product, ['categoryId'])
  return found
}

function restorableRow(
  row: TouchedRow,
  kept: Set<string>,
  stock: { now: Stock; former: Stock } | undefined,
): TouchedRow | null {
  const { table, before, after } = row
  if (kept.has('deletedAt')) return null
  if (!before || !after) return kept.has('variants') || (table === 'products' && kept.size > 0) ? null : row
  const isKept = (column: string) =>
    column === 'stock' || kept.has(table === 'products' ? fieldNameOf(column) : 'variants')
  const columns = Object.keys(after).filter((column) => !isKept(column))
  const hasStock = stock !== undefined && stock.former !== stock.now
  if (columns.length === 0 && !hasStock) return null
  const pick = (from: Record<string, unknown>, own: Stock | undefined) => ({
    ...Object.fromEntries(columns.map((column) => [column, from[column]])),
    ...(hasStock && { stock: own }),
  })
  return { ...row, before: pick(before, stock?.former), after: pick(after, stock?.now) }
}

type Stock = number | null

/** The stock that variants have without the change's difference, by id, and whether some could not be restored so. */
function formerStocks(own: TouchedRow[], present: CurrentRows, setLater: Set<string>) {
  const stocks = new Map<string, { now: Stock; former: Stock }>()
  let isLost = false
  for (const row of own) {
    const current = present.get(rowKey(row))
    if (!row.before || !('stock' in row.before) || !current || current['removed_at']) continue
    const [was, became, now] = [row.before['stock'], row.after!['stock'], current['stock']] as [Stock, Stock, Stock] // prettier-ignore
    const { former, isShort } = setLater.has(`${row.id} stock`)
      ? { former: now, isShort: true }
      : formerStock(was, became, now)
    stocks.set(row.id, { now, former })
    isLost ||= isShort
  }
  return { stocks, isLost }
}

function formerStock(was: Stock, became: Stock, now: Stock): { former: Stock; isShort: boolean } {
  if (was === null) return { former: null, isShort: false }
  if (became === null || now === null)
    return became === now ? { former: was, isShort: false } : { former: now, isShort: true }
  const left = now + was - became
  return { former: Math.min(Math.max(left, 0), MAX_STOCK), isShort: left < 0 }
}
