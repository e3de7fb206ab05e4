import { ConnectionLost, DatabaseError } from './connection.ts'
import { fairQueue } from '../concurrency/fair-queue.ts'
import { CONNECTIONS, databaseQueues } from '../concurrency/fairness.ts'
import { parseConnectionString } from './connection-string.ts'
import { createPool } from './pool.ts'
import type { Fragment } from './query.ts'
import { createSql, type Attribution, type Db, type Sql, type Tx } from './sql.ts'

export type { Attribution, Db, Fragment, Sql, Tx }

/** ms without a response after which a web process drops a connection: longer than `statement_timeout`. */
export const RESPONSE_TIMEOUT = 30_000

/**
 * Connects lazily; the first query opens a connection. Columns come in camelCase, `timestamptz` as an ISO string in
 * UTC with milliseconds, `numeric` and `bigint` as numbers (amounts of at most 999,999,999.99 are exact in their
 * shortest form). @throws StartError on an address that can't be read
 */
export function connect(
  url: string,
  { max = CONNECTIONS, application = 'vitrina', responseTimeout = Infinity } = {},
): Db {
  const target = parseConnectionString(url)
  const pool = createPool(target, { max, application, responseTimeout })
  const { writes, reads } = databaseQueues(max)
  return createSql(pool, target.engine, { writes: fairQueue(writes), reads: fairQueue(reads) })
}

/** Runs `work` in a transaction: a new one, or that of the caller. */
export function transaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return 'begin' in sql ? sql.begin(work) : work(sql)
}

/** Runs `work` so that the caller's transaction goes on where it fails: in a savepoint, or in a transaction of its own. */
export function savepoint<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return 'begin' in sql ? sql.begin(work) : sql.savepoint(work)
}

/** The condition that a row's id is one of these, in its store. @param stores the store of each id */
export const hasIdAmong = (sql: Sql, stores: Map<string, string>) => sql`
  (store_id, id) in (select * from unnest(${[...stores.values()]}::text[], ${[...stores.keys()]}::text[]))`

/** Whether a write failed on a unique constraint. Its name is not checked, because shards have other names for it. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505'

export const isViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('23') === true

/** SQLSTATE classes: connection lost; deadlock or serialization failure; out of resources; shutdown, start-up or timeout; I/O. */
const transientClasses = /^(08|40|53|57|58)...$/
const transientCodes = new Set([
  '55P03', // lock timeout
  '25P03', // idle in a transaction for too long
  '25006', // a read-only server: a failover is under way
])

export function isTransientError(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  if (!(error instanceof DatabaseError)) return false
  const code = error.code ?? ''
  return transientClasses.test(code) || transientCodes.has(code)
}
