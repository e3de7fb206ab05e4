import type { Tx } from '../core/database/db.ts'
import { undoableTables, type TouchedRow } from './change.ts'
import { placeOf, type Present } from './take-back.ts'

/** Locks the rows that a change touched, as far as they are there, and reads all of their columns but the search words. */
export async function readPresent(tx: Tx, storeId: string, rows: TouchedRow[]): Promise<Present> {
  const present: Present = new Map()
  for (const table of undoableTables) {
    const ids = new Set(rows.filter((row) => row.table === table).map(({ id }) => id))
    if (ids.size === 0) continue
    const found = await tx<{ id: string; row: Record<string, unknown> }[]>`
      select id, to_jsonb(t) - '{search_words,title_words}'::text[] as row
      from ${tx(table)} as t
      where ${table === 'stores' ? tx`id` : tx`store_id`} = ${storeId} and id = any(${[...ids]}::text[])
      order by id
      for update`
    for (const { id, row } of found) present.set(placeOf({ table, id }), row)
  }
  return present
}
