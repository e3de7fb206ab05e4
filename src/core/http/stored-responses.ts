import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../auth/caller.ts'
import type { Db, Sql, Tx } from '../database/db.ts'
import { ApiError, conflict } from '../errors/errors.ts'
import { t } from '../texts/text.ts'
import { newId } from '../values/id.ts'

export type StoredResponse = { status: number; body: string; location: string | null }

/** The primary key of a stored response: under the store that it is about, or under the account for a key of the whole account. */
export type RecordKey = { storeId: string; scope: string; key: string }

/**
 * As `commitOnce`; a 404 or 409 is stored, too, in a transaction of its own after it has rolled the work back. It is returned as
 * it was thrown, as well: what is stored is Spanish alone.
 */
export async function respondOnce(
  sql: Db,
  recordKey: RecordKey,
  hash: Buffer,
  work: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean; failure?: ApiError }> {
  let failure: ApiError | undefined
  try {
    return await commitOnce(sql, recordKey, hash, async (tx) => {
      try {
        return await work(tx)
      } catch (error) {
        if (isStored(error)) failure = error
        throw error
      }
    })
  } catch (error) {
    if (!failure) throw error
    const { status, body } = failure
    const response = { status, body: JSON.stringify(body), location: null }
    return { ...(await commitOnce(sql, recordKey, hash, async () => response)), failure }
  }
}

const isStored = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409].includes(error.status)

/**
 * Runs `work` once per key and stores its response in the same transaction; later calls get that response. When `work` throws,
 * nothing is stored.
 * @throws 409 while the first call still runs, or when the key was used with another request
 */
export function commitOnce(
  sql: Db,
  recordKey: RecordKey,
  hash: Buffer,
  work: (tx: Tx) => Promise<StoredResponse>,
) {
  return sql.begin(async (tx) => {
    const earlier = await lockKey(tx, recordKey, hash)
    if (earlier) return { ...earlier, replayed: true }
    const response = await work(tx)
    await storeResponse(tx, recordKey, hash, response)
    return { ...response, replayed: false }
  })
}

const RUNNING = 102

/**
 * As `commitOnce`, for work that commits in steps of its own: it holds no transaction. Later calls get the text that it returned. When
 * it throws or returns null, nothing is stored. A call that never ended is retried after a minute; should it end after all, it changes
 * nothing of the later one's claim.
 * @throws 409 while the first call still runs
 */
export async function runStepsOnce(sql: Db, recordKey: RecordKey, work: () => Promise<string | null>) {
  const { storeId, scope, key } = recordKey
  const claimId = newId()
  const [claim] = await sql`
    insert into idempotency_keys as stored (store_id, scope, key, request_hash, status, body)
    values (${storeId}, ${scope}, ${key}, ${Buffer.alloc(0)}, ${RUNNING}, ${claimId})
    on conflict (store_id, scope, key) do update
    set status = ${RUNNING}, body = ${claimId}, created_at = excluded.created_at
    where excluded.created_at - stored.created_at > interval '24 hours'
    or (stored.status = ${RUNNING} and excluded.created_at - stored.created_at > interval '1 minute')
    returning 1`
  if (!claim) return findText(sql, recordKey)
  let text: string | null = null
  try {
    text = await work()
    return text
  } finally {
    const isOurs = sql`${hasRecordKey(sql, recordKey)} and status = ${RUNNING} and body = ${claimId}`
    await (text === null
      ? sql`delete from idempotency_keys where ${isOurs}`
      : sql`update idempotency_keys set status = 200, body = ${text} where ${isOurs}`)
  }
}

const POLL_INTERVAL = 150

/** Retries for as long as the same request is being processed, to get its result. @throws 409 when it takes longer */
export async function waitWhileRunning<T>(call: () => Promise<T>, maxWaitMs: number): Promise<T> {
  const end = performance.now() + maxWaitMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isRunning = error instanceof ApiError && error.body.code === 'IDEMPOTENCY_IN_PROGRESS'
      if (!isRunning || performance.now() > end) throw error
      await sleep(POLL_INTERVAL)
    }
  }
}

const hasRecordKey = (sql: Sql, { storeId, scope, key }: RecordKey) =>
  sql`store_id = ${storeId} and scope = ${scope} and key = ${key}`

async function findText(sql: Db, recordKey: RecordKey): Promise<string> {
  const [earlier] = await sql<{ body: string }[]>`
    select body from idempotency_keys where ${hasRecordKey(sql, recordKey)} and status <> ${RUNNING}`
  if (!earlier) throw conflict('IDEMPOTENCY_IN_PROGRESS', t('Este formulario sigue en curso'))
  return earlier.body
}

export async function findResponse(
  sql: Sql,
  recordKey: RecordKey,
  hash: Buffer,
): Promise<StoredResponse | undefined> {
  const [earlier] = await sql<StoredResponse[]>`
    select status, body, location
    from idempotency_keys
    where ${hasRecordKey(sql, recordKey)} and request_hash = ${hash}
    and created_at > now() - interval '24 hours'`
  return earlier
}

export function recordKeyOf(
  { key, store }: Pick<Caller, 'key' | 'store'>,
  idempotencyKey: string,
): RecordKey {
  const storeId = key.kind === 'STORE' && store ? store.id : key.accountId
  return { storeId, scope: `key:${key.id}`, key: idempotencyKey }
}

/** Identifies a request: method, path, store and body, whatever the order of the body's fields. */
export const requestHash = (parts: [method: string, path: string, storeId: string | null, body: unknown]) =>
  createHash('sha256').update(JSON.stringify(parts, sortKeys)).digest()

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Locks the key until the transaction ends. @returns its stored response */
async function lockKey(
  tx: Tx,
  { storeId, scope, key }: RecordKey,
  hash: Buffer,
): Promise<StoredResponse | null> {
  const [stored] = await tx<
    [{ isLocked: boolean; requestHash: Buffer } & (StoredResponse | { status: null })]
  >`
    select * from lock_idempotency_key(${storeId}, ${scope}, ${key})`
  if (!stored.isLocked)
    throw conflict('IDEMPOTENCY_IN_PROGRESS', t('Una solicitud con esta Idempotency-Key sigue en curso'))
  if (stored.status === null) return null
  if (!stored.requestHash.equals(hash))
    throw conflict('IDEMPOTENCY_KEY_REUSED', t('Esta Idempotency-Key ya se usó con otra solicitud'))
  return stored
}

async function storeResponse(
  tx: Tx,
  { storeId, scope, key }: RecordKey,
  hash: Buffer,
  { status, body, location }: StoredResponse,
) {
  await tx`
    insert into idempotency_keys as stored (store_id, scope, key, request_hash, status, body, location)
    values (${storeId}, ${scope}, ${key}, ${hash}, ${status}, ${body}, ${location})
    on conflict (store_id, scope, key) do update
    set
      request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
      location = excluded.location, created_at = excluded.created_at`
}
