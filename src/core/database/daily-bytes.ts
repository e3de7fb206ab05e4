import { LRUCache } from 'lru-cache'
import { dailyBytesReached } from '../errors/errors.ts'
import type { Rows, Statement } from './connection.ts'
import { tag } from './query.ts'

/**
 * Bounds what an account may write in a day, over all of its stores: the bytes of the values that its transactions send. Every
 * record of a change, payload of a webhook, import, picture and mail is made of them. Without it one free account fills the disk
 * of the operator in a night, by requests that are all within their limits.
 */
const MiB = 1024 * 1024
/** What one account may write in a day, which leaves at most twice as much (docs/retention.md). */
export const DAILY_BYTES = { free: 512 * MiB, paid: 24 * 1024 * MiB }

/** Bytes that a statement counts besides its values: its rows and their index entries, ids and times. */
const BYTES_PER_STATEMENT = 1024

/** How long a process rejects the writes of an account without counting them anew, so that they don't leave dead rows instead. */
const REJECTED_MS = 60_000
const rejected = new LRUCache<string, Error>({ max: 1_000, ttl: REJECTED_MS })

export type WrittenBytes = ReturnType<typeof writtenBytes>

export function writtenBytes(accountId: string) {
  let bytes = 0
  return { add, commit }

  /** @throws 429 while the account's day is used up */
  function add({ values }: Statement) {
    const error = rejected.get(accountId)
    if (error) throw error
    bytes += BYTES_PER_STATEMENT + sizeOf(values)
  }

  /** Adds them to the account's day. Call it last in the transaction, because it locks the account's counter. @throws 429 */
  async function commit(run: (statement: Statement) => Promise<Rows>) {
    if (bytes === 0) return
    const sql = tag(run)
    const [day] = await sql<[{ kibibytes: number; resetIn: number }]>`
      insert into long_rate_hits as counter (key, hits, ends_at)
      values (${`bytes:${accountId}`}, ${Math.ceil(bytes / 1024)}, now() + interval '1 day')
      on conflict (key) do update
      set
        hits = case when counter.ends_at > now() then counter.hits else 0 end + excluded.hits,
        ends_at = case when counter.ends_at > now() then counter.ends_at else excluded.ends_at end
      returning hits as kibibytes, extract(epoch from ends_at - now())::float8 as reset_in`
    const written = day.kibibytes * 1024
    if (written <= DAILY_BYTES.free) return
    const [paid] = await sql`
      select 1
      from members
      join stores on stores.id = members.store_id
      where members.account_id = ${accountId} and stores.plan <> 'free'
      limit 1`
    const max = paid ? DAILY_BYTES.paid : DAILY_BYTES.free
    if (written <= max) return
    const error = dailyBytesReached(max, Math.max(1, Math.ceil(day.resetIn)))
    rejected.set(accountId, error)
    throw error
  }
}

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one), 0)
  return typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.byteLength(value) : 0
}
