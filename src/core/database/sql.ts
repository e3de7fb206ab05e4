import { DatabaseError, isDemoted, type Connection, type Rows, type Statement } from './connection.ts'
import type { Engine } from './connection-string.ts'
import { QueueFull, type FairQueue } from '../concurrency/fair-queue.ts'
import { startWait } from '../process/current-request.ts'
import type { Pool } from './pool.ts'
import { newStatementName, tag, type Tag } from './query.ts'
import { writtenBytes, type WrittenBytes } from './daily-bytes.ts'

/** The pool. Each query uses one connection while it runs. */
export type Db = Tag & {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection for the caller alone, for statements that can't run in a transaction. */
  reserve(): Promise<Tag & { release(): void }>
  end: Pool['end']
  engine: Engine
  /** Its transactions record their changes with this attribution (record_change.sql), and count towards the account's day. */
  attributedTo(attribution: Attribution): Db
  /** This pool, whose writes count towards the account's day (daily-bytes.ts), or towards nobody's. @throws 429 */
  countedFor(accountId: string | null): Db
  /**
   * This pool, of which one owner holds a part at most: its further statements and transactions wait without a connection.
   * So a store whose writes wait for each other's locks leaves connections to the others. @throws QueueFull
   */
  queuedBy(owner: string): Db
  /** As `queuedBy`, for reads, which may be slow. They have a part of the pool apart from writes, so that they delay no order. */
  readsQueuedBy(owner: string): Db
  /** This pool; what a statement outside of transactions reads weighs less, but for its last row. @throws RowsTooLarge */
  boundedTo(maxBytes: number): Db
}
/** Who makes a change, and through which channel. Writes with the same `changeId` are one change. */
export type Attribution = {
  changeId: string
  by: 'panel' | 'api' | 'assistant' | 'import' | 'operator' | 'whatsapp'
  accountId: string | null
  keyId: string | null
}
export type Tx = Tag & { savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> }
export type Sql = Db | Tx

type WithConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>

type View = {
  use: WithConnection
  accountId: string | null
  attribution?: Attribution
  maxBytes?: number
}

/**
 * As long as a statement waits for a lock. A write that waited longer does not run: its client may have its response already, and have sent
 * something else to another process.
 */
const MAX_QUEUED_MS = 10_000

export function createSql(pool: Pool, engine: Engine, queues: { writes: FairQueue; reads: FairQueue }): Db {
  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await pool.acquire()
    try {
      return await work(connection)
    } catch (error) {
      if (isDemoted(error)) pool.failOver(connection, error)
      throw error
    } finally {
      pool.release(connection)
    }
  }

  function inTurn(queue: FairQueue, owner: string, maxMs = Number.POSITIVE_INFINITY): WithConnection {
    return (work) => {
      const since = performance.now()
      const endWait = startWait('connection')
      return queue(owner, () => {
        endWait()
        if (performance.now() - since > maxMs) throw new QueueFull()
        return withConnection(work)
      })
    }
  }

  async function reserve() {
    const connection = await pool.acquire()
    connection.isReserved = true
    return Object.assign(tag(connection.query), {
      release() {
        connection.isReserved = false
        pool.release(connection)
      },
    })
  }

  function toDb(view: View): Db {
    const { use, accountId, attribution, maxBytes } = view
    const withChanges = (changes: Partial<View>) => toDb({ ...view, ...changes })
    const opening = attribution
      ? `begin; set local vitrina.actor = ${quoteLiteral(JSON.stringify(attribution))}`
      : 'begin'

    function begin<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const written = accountId === null ? undefined : writtenBytes(accountId)
      return use((connection) => runInTransaction(connection, { depth: 0, opening, written }, work))
    }

    const run = (statement: Statement) =>
      use((connection) => queryAnew(connection, { ...statement, maxBytes }))

    return Object.assign(tag(run), {
      begin,
      reserve,
      end: pool.end,
      engine,
      attributedTo: (other: Attribution) => withChanges({ accountId: other.accountId, attribution: other }),
      countedFor: (account: string | null) => withChanges({ accountId: account }),
      queuedBy: (owner: string) => withChanges({ use: inTurn(queues.writes, owner, MAX_QUEUED_MS) }),
      readsQueuedBy: (owner: string) => withChanges({ use: inTurn(queues.reads, owner) }),
      boundedTo: (bytes: number) => withChanges({ maxBytes: bytes }),
    })
  }

  return toDb({ use: withConnection, accountId: null })
}

/** Prepares the statement anew where a table was changed since. */
async function queryAnew(connection: Connection, statement: Statement): Promise<Rows> {
  try {
    return await connection.query(statement)
  } catch (error) {
    if (!isPlanOutdated(error)) throw error
    return await connection.query({ ...statement, name: newStatementName(statement.text) })
  }
}

const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

type Opening = { depth: number; opening: string; written: WrittenBytes | undefined }

/**
 * Runs `work` in a transaction, or in a savepoint where `depth` is over 0. A failed statement fails the transaction even if
 * `work` caught the error, because the server would turn the `commit` into a rollback.
 */
async function runInTransaction<T>(
  connection: Connection,
  { depth, opening, written }: Opening,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | null = null
  let hasEnded = false
  let last: Promise<unknown> = Promise.resolve()

  /** Runs statements one after the other, even where the caller does not await them. */
  function run(statement: Statement): Promise<Rows> {
    if (hasEnded) return Promise.reject(connection.lost() ?? new Error('The transaction is over'))
    const rows = last.then(() => {
      written?.add(statement)
      return connection.query(statement)
    })
    last = rows.catch((error: unknown) => {
      if (isPlanOutdated(error)) newStatementName(statement.text)
      failure ??= { error }
    })
    return rows
  }

  function savepoint<T>(inner: (tx: Tx) => Promise<T>): Promise<T> {
    const opening = `savepoint s${depth + 1}`
    return runInTransaction(connection, { depth: depth + 1, opening, written }, inner)
  }

  const command = (text: string) => connection.query({ text, values: [], name: undefined })
  await command(opening)
  try {
    const result = await work(Object.assign(tag(run), { savepoint }))
    await last
    if (failure) throw (failure as { error: unknown }).error
    if (depth === 0) await written?.commit(connection.query)
    hasEnded = true
    if (depth === 0) await command('commit')
    return result
  } catch (error) {
    hasEnded = true
    await last
    // If this fails too, the connection is lost, and the server rolls back.
    await command(depth === 0 ? 'rollback' : `rollback to s${depth}`).catch(() => {})
    throw error
  }
}

/** A table was changed since the statement was prepared. Under another name it is prepared again. */
const isPlanOutdated = (error: unknown) =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
