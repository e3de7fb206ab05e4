import type { FastifyRequest } from 'fastify'
import type { Key } from '../../core/auth/key-lookup.ts'
import type { Db, Sql } from '../../core/database/db.ts'
import type { AnyOperation, Input } from '../../core/operations/operation.ts'
import type { App } from '../../core/http/app.ts'
import { sentMethod } from '../../core/http/method-not-allowed.ts'
import { isId } from '../../core/values/id.ts'

export type KeyRequest = { method: string; path: string; status: number; duration: number; at: string }

const FLUSH_DELAY_MS = 1_000
const MINUTE = 60_000
/** More than a key's limit lets through; of the requests rejected past it, a sample is logged. */
const MAX_PER_MINUTE = 120
const MAX_WAITING = 10_000
const MAX_PATH = 200

declare module 'fastify' {
  interface FastifyInstance {
    keyRequests: RequestLog
  }
}

type RequestLog = ReturnType<typeof requestLog>

/** Requests with API keys are buffered and written in one statement a second. A process that is killed loses a second of them. */
export function addRequestLog(app: App) {
  app.decorate(
    'keyRequests',
    requestLog(app.sql, (error) => app.log.error({ err: error }, 'requests of keys not logged')),
  )
  app.addHook('onClose', () => app.keyRequests.flush())
}

export function logKeyRequests(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    const { key } = request as Partial<FastifyRequest>
    if (key) app.keyRequests.noteRow(key, () => toRow(request, reply.statusCode, reply.elapsedTime))
    done()
  })
}

/** Without the query string, which may hold names and phones; nor does a path that is no address of ours show its ids. */
function toRow(
  { raw, url, routeOptions, params }: FastifyRequest,
  status: number,
  elapsed: number,
): KeyRequest {
  const isAddress = Object.values((params ?? {}) as Record<string, string>).every(isId)
  const path = isAddress ? url.split('?', 1)[0]! : (routeOptions.url ?? '')
  const duration = Math.round(elapsed)
  const method = sentMethod({ raw })
  return { method, path: path.slice(0, MAX_PATH), status, duration, at: new Date().toISOString() }
}

type Outcome = { status: number; ms: number }

function requestLog(sql: Db, failed: (error: unknown) => void) {
  let waiting: (KeyRequest & { keyId: string })[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let counts = new Map<string, number>()
  let countedUntil = 0

  return { note, noteRow, flush }

  function note(key: Key, operation: AnyOperation, { id = '' }: Input, { status, ms }: Outcome) {
    const { method } = operation
    const path = `/api/v1${id ? operation.path.replace(':id', () => id) : operation.path}`
    noteRow(key, () => ({ method, path, status, duration: Math.round(ms), at: new Date().toISOString() }))
  }

  function noteRow({ id, isGrant }: Key, toRow: () => KeyRequest) {
    if (isGrant) return
    const now = performance.now()
    if (now > countedUntil) [counts, countedUntil] = [new Map(), now + MINUTE]
    const count = (counts.get(id) ?? 0) + 1
    if (count > MAX_PER_MINUTE || waiting.length >= MAX_WAITING) return
    counts.set(id, count)
    waiting.push({ keyId: id, ...toRow() })
    timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS).unref()
  }

  /** One statement at a time: while the database hangs, one connection waits for it, and no more. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeWaiting)
    return writing
  }

  async function writeWaiting() {
    const rows = waiting
    waiting = []
    if (rows.length > 0) await write(sql, rows).catch(failed)
  }
}

const write = (sql: Db, rows: (KeyRequest & { keyId: string })[]) => sql`
  insert into key_requests (key_id, method, path, status, duration, at)
  select *
  from unnest(
    ${rows.map(({ keyId }) => keyId)}::text[],
    ${rows.map(({ method }) => method)}::text[],
    ${rows.map(({ path }) => path)}::text[],
    ${rows.map(({ status }) => status)}::int[],
    ${rows.map(({ duration }) => duration)}::int[],
    ${rows.map(({ at }) => at)}::timestamptz[]
  )`

export async function listKeyRequests(
  sql: Sql,
  keyId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const [data, [count]] = await Promise.all([
    sql<KeyRequest[]>`
      select method, path, status, duration, at
      from key_requests
      where key_id = ${keyId}
      order by at desc
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from key_requests where key_id = ${keyId}`,
  ])
  return { data, total: count.total }
}
