import type { Tx } from './db.ts'

/** Locks of the whole service, by their number. */
export const MIGRATION_LOCK = 7_145_201
export const DEMO_LOCK = 7_145_202

/**
 * Locks by a text, each kind with a seed of its own for `hashtextextended`. The SQL functions take three more: place_order
 * uses seed 0 with store and phone, lock_idempotency_key seed 1, claim_deliveries seed 4 with the kind.
 */
const seeds = { themes: 3, pushDevices: 5 }

/** Waits for the lock and holds it until the transaction ends. */
export async function lockNumber(tx: Tx, lock: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lock}::bigint)`
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockText(tx: Tx, kind: keyof typeof seeds, text: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${text}, ${seeds[kind]}::bigint))`
}
