import type { Tx } from '../../core/database/db.ts'
import { undoableTables, type Table, type TouchedRow } from './change.ts'
import { rowKey, type CurrentRows } from './plan-undo.ts'

/** Locks the rows that still exist. Products have the hash by which record_change.sql tells one set of variants from another. */
export async function readCurrentRows(tx: Tx, storeId: string, rows: TouchedRow[]): Promise<CurrentRows> {
  const present: CurrentRows = new Map()
  const hash = (table: Table) =>
    table === 'products' ? tx`|| jsonb_build_object('variants_md5', md5(variants::text))` : tx``
  for (const table of undoableTables) {
    const ids = new Set(rows.filter((row) => row.table === table).map(({ id }) => id))
    if (ids.size === 0) continue
    const found = await tx<{ id: string; row: Record<string, unknown> }[]>`
      select id, to_jsonb(t) - '{search_words,title_words}'::text[] ${hash(table)} as row
      from ${tx(table)} as t
      where ${table === 'stores' ? tx`id` : tx`store_id`} = ${storeId} and id = any(${[...ids]}::text[])
      order by id
      for no key update`
    for (const { id, row } of found) present.set(rowKey({ table, id }), row)
  }
  return present
}
