import type { Tx } from './db.ts'

export const MIGRATION_LOCK = 7_145_201
export const DEMO_LOCK = 7_145_202
/** Held shared by each command on a server that another command started, which takes it alone before it stops the server. */
export const COMMAND_LOCK = 7_145_203
/** Held by the session that builds indexes. */
export const INDEX_LOCK = 7_145_204

/**
 * Locks by text, each kind with its own seed for `hashtextextended`. The SQL functions use three more seeds: place_order 0
 * (store and phone), lock_idempotency_key 1, claims of deliveries 4 (kind); and tie_identity that of `identities`.
 */
const seeds = { themes: 3, pushDevices: 5, domains: 6, receipts: 7, imports: 8, identities: 9, carts: 10 }

/** Waits for the lock and holds it until the transaction ends. */
export async function lockNumber(tx: Tx, lock: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lock}::bigint)`
}

export async function tryLockNumber(tx: Tx, lock: number): Promise<boolean> {
  const [row] = await tx<
    [{ isLocked: boolean }]
  >`select pg_try_advisory_xact_lock(${lock}::bigint) as is_locked`
  return row.isLocked
}

export async function lockText(tx: Tx, kind: keyof typeof seeds, text: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${text}, ${seeds[kind]}::bigint))`
}

export async function lockTextsShared(tx: Tx, kind: keyof typeof seeds, texts: string[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock_shared(hashtextextended(text, ${seeds[kind]}::bigint))
    from unnest(${texts}::text[]) as text`
}

export async function tryLockText(tx: Tx, kind: keyof typeof seeds, text: string): Promise<boolean> {
  const [row] = await tx<[{ isLocked: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${text}, ${seeds[kind]}::bigint)) as is_locked`
  return row.isLocked
}
