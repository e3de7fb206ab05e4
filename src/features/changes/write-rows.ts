import type { Tx } from '../../core/database/db.ts'
import type { Table } from './change.ts'

type Row = Record<string, unknown>

/** A row of the catalog or the settings as it is and as it is to be; null where it does not exist. */
export type RowChange = { id: string; from: Row | null; to: Row | null }

/** Rows per statement: other requests are served between two of them. */
const BATCH = 100

export async function upsertRows(tx: Tx, table: Table, changes: RowChange[]) {
  const now = new Date().toISOString()
  const toRecord = ({ from, to }: RowChange) => ({
    ...to,
    ...(from && 'updated_at' in to! && { updated_at: now }),
  })
  const updated = changes.filter(({ from, to }) => from && to)
  const inserted = changes.filter(({ from, to }) => !from && to)
  for (const batch of [...inBatches(updated), ...inBatches(inserted)]) {
    await tx`select put_rows(${table}::regclass, ${tx.json(batch.map(toRecord))}::jsonb)`
  }
}

export const inBatches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH))
