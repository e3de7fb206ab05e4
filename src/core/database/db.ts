import type postgres from 'postgres'
import { postgres as driver } from './driver.ts'

type Types = { timestamptz: string; number: number }

/** The pool. Each query takes a connection of its own for as long as it runs. */
export type Db = postgres.Sql<Types>
/** One transaction. */
export type Tx = postgres.TransactionSql<Types>
/** Whatever can run a query: the pool, or the transaction that the caller stands in. */
export type Sql = Db | Tx

/**
 * Connects lazily; the first query opens a connection. Columns come in camelCase, `timestamptz` as an ISO string in
 * UTC with milliseconds, `numeric` and `bigint` as numbers (amounts of at most 999,999,999.99 are exact in their
 * shortest form).
 */
export function connect(url: string, { max = 20, application = 'vitrina' } = {}): Db {
  return driver(url, {
    max,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    transform: { column: { from: driver.toCamel } },
    connection: {
      application_name: application,
      TimeZone: 'UTC',
      // Statements are prepared once and run with any store: a plan made for one store must serve all.
      plan_cache_mode: 'force_generic_plan',
      // Nor may it read a table from its beginning in the hope to find one row soon: a small store has none on many pages.
      enable_seqscan: 'off',
      // What is switched off counts as dear before PostgreSQL 18, and what is dear would be compiled first, for 0.1 s.
      jit: 'off',
      statement_timeout: 20_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
    },
    types: {
      timestamptz: {
        to: 1184,
        from: [1184],
        serialize: String,
        parse: (text: string) => new Date(text).toISOString(),
      },
      number: { to: 701, from: [20, 21, 23, 700, 701, 1700], serialize: String, parse: Number },
    },
  })
}

/** Runs `work` in a transaction; inside one, in a savepoint of it, so that an operation need not know where it stands. */
export function transaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ('begin' in sql ? sql.begin(work) : sql.savepoint(work)) as Promise<T>
}

/** Runs `work` so that its failure leaves the caller's transaction usable: in a savepoint where there is one. */
export function attempt<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  return ('savepoint' in sql ? sql.savepoint(work) : work(sql)) as Promise<T>
}

/** Rows of these ids, each in its store. @param stores the store of each id */
export const isAmong = (sql: Sql, stores: Map<string, string>) => sql`
  (store_id, id) in (select * from unnest(${[...stores.values()]}::text[], ${[...stores.keys()]}::text[]))`

/** The constraint that a failed write ran into, or null when the error is of another kind. */
export function violated(error: unknown): string | null {
  return error instanceof driver.PostgresError && error.code.startsWith('23')
    ? (error.constraint_name ?? null)
    : null
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
])
/** By class: connection lost; rolled back for another's sake; out of room; stopped, starting or out of time; disk. */
const passing = /^(08|40|53|57|58)...$/
const passingToo = new Set([
  '55P03', // lock time-out
  '25P03', // idle in a transaction for too long
  '25006', // a server that only reads: its successor is on its way
])

/** Whether the database could not do now what it may well do soon, rather than refusing what was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  const code = String(error.code)
  return unreachable.has(code) || passing.test(code) || passingToo.has(code)
}
