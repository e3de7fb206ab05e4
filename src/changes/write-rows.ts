import type { Tx } from '../core/database/db.ts'
import type { Table } from './change.ts'

type Row = Record<string, unknown>

/** A row of the catalog or the settings, as it stands and as it is to be; null where it is not there. */
export type Move = { id: string; from: Row | null; to: Row | null }

/** Rows per statement: other requests are served between two of them. */
const BATCH = 100

/** Writes rows of one table, all of their columns; those that are to be gone are left out. */
export async function write(tx: Tx, table: Table, moves: Move[]) {
  const now = new Date().toISOString()
  const written = ({ from, to }: Move) => ({ ...to, ...(from && 'updated_at' in to! && { updated_at: now }) })
  const there = moves.filter(({ from, to }) => from && to)
  const gone = moves.filter(({ from, to }) => !from && to)
  for (const some of [...inBatches(there), ...inBatches(gone)]) {
    await tx`select put_rows(${table}::regclass, ${tx.json(some.map(written))}::jsonb)`
  }
}

export const inBatches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH))
