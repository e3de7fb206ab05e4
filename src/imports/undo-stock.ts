import type { Tx } from '../core/database/db.ts'
import { MAX_STOCK } from '../products/fields.ts'
import type { StoredVariant } from '../products/product.ts'
import { lockVariants, writeVariants } from '../products/variants.ts'
import type { Change } from '../products/write-many.ts'
import { BATCH } from './evaluate-file.ts'

/** The stock of a variant before and after an import (null: not tracked), and whether a later change set it again. */
type StockMove = { was: number | null; became: number | null; isRecounted: boolean }
export type StockMoves = Map<string, StockMove>
type Stock = Map<string, number | null>

/** By variant id, from the recorded changes, which are exact even if orders changed the stock during the import. */
export async function readStockMoves(tx: Tx, storeId: string, importId: string): Promise<StockMoves> {
  const rows = await tx<(StockMove & { id: string })[]>`
    select
      row_id as id, (before ->> 'stock')::integer as was, (after ->> 'stock')::integer as became,
      ${wasSetLater(tx, storeId)} as is_recounted
    from change_rows
    where store_id = ${storeId} and change_id = ${importId} and table_name = 'variants' and before ? 'stock'`
  return new Map(rows.map(({ id, ...move }) => [id, move]))
}

/** Whether a later change set the stock. Orders are not recorded as changes; undone imports and their undos are ignored. */
const wasSetLater = (tx: Tx, storeId: string) => tx`
  exists (
    select
    from change_rows as later
    join changes on changes.store_id = later.store_id and changes.id = later.change_id
    where later.store_id = ${storeId}
    and coalesce(later.parent_id, later.row_id) = coalesce(change_rows.parent_id, change_rows.row_id)
    and later.row_id = change_rows.row_id and later.table_name = 'variants' and later.before ? 'stock'
    and later.n > change_rows.n and later.change_id <> change_rows.change_id
    and (
      changes.by <> 'import'
      or exists (select from imports where store_id = ${storeId} and id = later.change_id and state = 'done')
    )
  )`

export const stockOf = (variants: StoredVariant[]): Stock =>
  new Map(variants.map(({ id, stock }) => [id, stock]))

/** The variants with the import's difference in stock subtracted. */
export const withStockBefore = (variants: StoredVariant[], present: Stock, moves: StockMoves) =>
  variants.map((variant) => {
    const now = present.get(variant.id)
    return now === undefined ? variant : { ...variant, stock: stockBefore(now, moves.get(variant.id)) }
  })

function stockBefore(now: number | null, move: StockMove | undefined): number | null {
  if (!move || move.isRecounted) return now
  const { was, became } = move
  if (was === null || now === null) return became === null ? was : null
  return became === null ? now : Math.min(Math.max(now + was - became, 0), MAX_STOCK)
}

/** Whether the former stock can't be restored: too much was sold since, or the stock or its tracking was changed by hand. */
export const isStockLost = (present: Stock, moves: StockMoves): boolean =>
  [...present].some(([id, now]) => {
    const { was, became, isRecounted } = moves.get(id) ?? { was: null, became: null, isRecounted: false }
    if (isRecounted || was === null) return isRecounted
    return became === null || now === null ? became !== now : now + was - became < 0
  })

/** Stores the variants of products that are restored. Orders of these products wait from here until the transaction ends. */
export async function restoreVariants(
  tx: Tx,
  storeId: string,
  changes: Change[],
  moves: StockMoves,
): Promise<void> {
  if (changes.length === 0) return
  const idsOf = (some: Change[]) => some.map(({ after }) => after.id)
  await lockVariants(tx, storeId, idsOf(changes))
  for (let from = 0; from < changes.length; from += BATCH) {
    const some = changes.slice(from, from + BATCH)
    const rows = await tx<{ id: string; stock: number | null }[]>`
      select id, stock
      from variants
      where store_id = ${storeId} and product_id = any(${idsOf(some)}::text[])`
    const present = new Map(rows.map(({ id, stock }) => [id, stock]))
    const restored = some.map(({ after: { id, variants } }) => {
      return { id, variants: withStockBefore(variants, present, moves) }
    })
    await writeVariants(tx, storeId, restored)
  }
}
