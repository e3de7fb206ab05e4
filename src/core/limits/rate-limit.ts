import type { FastifyReply, FastifyRequest } from 'fastify'
import { rateLimited } from '../errors/errors.ts'
import { count } from '../metrics/metrics.ts'
import { networkOf } from './client-address.ts'
import { batchLoader } from '../database/batch-loader.ts'
import type { Db, Sql, Tx } from '../database/db.ts'

/** At most `max` requests in a window of `seconds` that starts with the first. Windows of an hour and more are in a logged table. */
export type Limit = { name: string; max: number; seconds: number }

/** The number of a request in its window, from 1, and the seconds until the window ends. */
export type Hit = { hitNumber: number; resetIn: number }

export const KEY_LIMIT: Limit = { name: 'key', max: 100, seconds: 60 }

/** Sets the rate limit headers. @throws 429 past the limit */
export function applyLimit(reply: FastifyReply, limit: Limit, hit: Hit): void {
  reply.headers(limitHeaders(limit, hit.hitNumber))
  rejectPast(limit, hit)
}

/** Counts one hit of `who` for an operation that has a limit of its own. @throws 429 past it, with its headers */
export async function requireWithinLimit(hits: HitCounter, limit: Limit, who: string): Promise<void> {
  rejectPast(limit, await hits.count(limit, who))
}

/** @throws 429 past the limit */
export function rejectPast(limit: Limit, { hitNumber, resetIn }: Hit): void {
  if (hitNumber <= limit.max) return
  count('limited', { limit: limit.name })
  throw rateLimited(Math.max(1, Math.ceil(resetIn)), limitHeaders(limit, hitNumber))
}

export const limitHeaders = ({ max }: Limit, hitNumber: number) => ({
  'x-ratelimit-limit': String(max),
  'x-ratelimit-remaining': String(Math.max(0, max - hitNumber)),
})

export function setLimitHeadersPerAddress(limit: Limit) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(limitHeaders(limit, await request.server.hits.peek(limit, request.clientAddress)))
  }
}

/** A hook that counts the request per address before its body is read; `limit` is there for the OpenAPI document. */
export function limitPerAddress(limit: Limit) {
  async function countAddress(request: FastifyRequest, reply: FastifyReply) {
    applyLimit(reply, limit, await countUnlessUnavailable(request, reply, limit))
  }
  return Object.assign(countAddress, { limit })
}

/** Counts the request per address; a 503, after which clients retry, gives the hit back. */
export async function countUnlessUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: Limit,
): Promise<Hit> {
  const { server, clientAddress } = request
  const hit = await server.hits.count(limit, clientAddress)
  reply.raw.once('close', () => {
    if (reply.statusCode === 503) void server.hits.refund(limit, clientAddress).catch(() => {}) // the database is away
  })
  return hit
}

/** A hook that counts the request per /48, of which each customer of a hosting provider gets one; IPv4 is not counted. */
export function limitPerNetwork(limit: Limit) {
  return async function countNetwork({ server, clientAddress }: FastifyRequest, reply: FastifyReply) {
    const network = networkOf(clientAddress)
    if (network) applyLimit(reply, limit, await server.hits.count(limit, network))
  }
}

const TABLES = ['rate_hits', 'long_rate_hits']
const tableOf = (seconds: number) => (seconds < 3600 ? 'rate_hits' : 'long_rate_hits')

type Counter = { key: string; seconds: number }

export type HitCounter = ReturnType<typeof hitCounter>

/** Counts hits in the database, one statement per event loop turn; exact over any number of processes. */
export function hitCounter(sql: Db) {
  const loaders = new Map(
    TABLES.map((table) => [table, batchLoader((counters: Counter[]) => countAll(sql, table, counters))]),
  )
  return { count, peek, refund }

  /** The hits of `who` in the current window, without counting one. */
  async function peek({ name, seconds }: Limit, who: string): Promise<number> {
    const [counter] = await sql<{ hits: number }[]>`
      select hits from ${sql(tableOf(seconds))} where key = ${`${name}:${who}`} and ends_at > now()`
    return counter?.hits ?? 0
  }

  /** Uncounts one hit of `who`. @returns the hits that remain in the current window */
  async function refund({ name, seconds }: Limit, who: string): Promise<number> {
    const [counter] = await sql<{ hits: number }[]>`
      update ${sql(tableOf(seconds))}
      set hits = greatest(hits - 1, 0)
      where key = ${`${name}:${who}`} and ends_at > now()
      returning hits`
    return counter?.hits ?? 0
  }

  function count({ name, seconds }: Limit, who: string): Promise<Hit> {
    return loaders.get(tableOf(seconds))!({ key: `${name}:${who}`, seconds })
  }
}

/** Adds the row to insert, into a table named `counter`, to the key's window; one that has ended starts anew. */
const addToWindow = (sql: Sql) => sql`
  on conflict (key) do update
  set
    hits = case when counter.ends_at > now() then counter.hits else 0 end + excluded.hits,
    ends_at = case when counter.ends_at > now() then counter.ends_at else excluded.ends_at end`

/** The statement that counts the hits of a batched lookup: `hits` selects each id once, with its number of requests in the batch. */
export const countHits = (sql: Sql, { name, seconds }: Limit, hits: ReturnType<Sql>) => sql`
  insert into rate_hits as counter (key, hits, ends_at)
  select ${`${name}:`} || id, hits, now() + make_interval(secs => ${seconds})
  from (${hits}) as batch (id, hits)
  order by id -- every batch locks the counters in one order: no deadlock
  ${addToWindow(sql)}
  returning key, hits, date_part('epoch', ends_at - now()) as reset_in`

async function countAll(sql: Db, table: string, counters: Counter[]): Promise<Hit[]> {
  const groups = Map.groupBy(counters, ({ key }) => key)
  const batch = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)) // one order for every batch: no deadlock
  const rows = await addHits(
    sql,
    table,
    batch.map(([key, hits]) => ({ key, hits: hits.length, seconds: hits[0]!.seconds })),
  )
  const windows = new Map(
    rows.map(({ key, hits, resetIn }) => [key, { hitNumber: hits - groups.get(key)!.length, resetIn }]),
  )
  return counters.map(({ key }) => {
    const window = windows.get(key)!
    window.hitNumber++
    return { ...window }
  })
}

/** Adds to windows of a day, in a transaction, which locks their counters until it ends. */
export function addToDay(tx: Tx, hits: Map<string, number>) {
  const sorted = [...hits].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return addHits(
    tx,
    'long_rate_hits',
    sorted.map(([key, added]) => ({ key, hits: added, seconds: 86_400 })),
  )
}

const addHits = (sql: Sql, table: string, added: (Counter & { hits: number })[]) => sql<
  { key: string; hits: number; resetIn: number }[]
>`
  insert into ${sql(table)} as counter (key, hits, ends_at)
  select key, hits, now() + make_interval(secs => seconds)
  from unnest(
    ${added.map(({ key }) => key)}::text[],
    ${added.map(({ hits }) => hits)}::int[],
    ${added.map(({ seconds }) => seconds)}::int[]
  ) with ordinality as batch (key, hits, seconds, n)
  order by n
  ${addToWindow(sql)}
  returning key, hits, extract(epoch from ends_at - now())::float8 as reset_in`
