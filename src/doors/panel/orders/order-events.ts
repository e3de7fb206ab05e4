import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Db } from '../../../core/database/db.ts'
import { startLoop, type Loop } from '../../../core/jobs/loop.ts'
import type { Log } from '../../../core/process/log.ts'
import { readArrivals } from '../../../features/orders/arrivals.ts'
import {
  counterName,
  isOrderCounter,
  ordersVersion,
  type OrderCounts,
} from '../../../features/orders/count.ts'
import { IDLE_DAYS } from '../../../features/sessions/session.ts'
import { type Role, ROLE_PERMISSIONS } from '../../../core/auth/roles.ts'
import { methodNotAllowed, tooBusy } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { enterStore } from '../register.ts'

/** ms after which a browser connects again; spread, so that a restart does not bring all of them at once. */
const pause = () => 2_000 + Math.round(Math.random() * 6_000)

/** Server-sent events: the version of the store's orders, which changes with each order and each status. */
export function orderEventsRoute(app: App) {
  const streams = orderStreams(app.sql, app.log as Log)
  app.addHook('preClose', () => streams.close())
  app.get('/t/:slug/eventos', async (request, reply) => {
    if (request.raw.isHead) throw methodNotAllowed('GET')
    const context = await enterStore({ app, request, reply }, 'orders:read')
    if (!context) return reply
    const { session, store } = context
    const viewer = { sessionId: session.id, accountId: session.accountId, storeId: store.id }
    const response = reply.raw
    if (response.destroyed) return reply // its `close`, which ends the stream, is over
    if (app.lifecycle.stopping || !streams.open(viewer, response)) throw tooBusy()
    // No proxy may hold events back, nor compress them in blocks.
    reply.hijack().headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    response.shouldKeepAlive = false
    response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    response.write(`retry: ${pause()}\n\n`)
  })
}

type Viewer = { sessionId: string; accountId: string; storeId: string }

type Stream = Viewer & {
  response: ServerResponse
  /** The version that was sent last, without the arrivals, and when, in ms. */
  counts: string
  sentAt: number
  endsAt: number
}

/** ms between two polls of the database, for all streams of the process together. */
const POLL_MS = 2_000
/** ms without a change after which the version is sent again, as a heartbeat for proxies and browsers. */
const HEARTBEAT = 15_000
/** ms; then the browser connects again, which counts as the session's use. */
const LIFETIME = 3_600_000
const MAX_STREAMS = 2_000
/** Open streams of an account on all of its devices; beyond that the oldest is closed. */
const MAX_PER_ACCOUNT = 12

/**
 * Sends the version of a store's orders to open pages of the panel, as server-sent events. One query per interval reads versions,
 * sessions and memberships for all streams of the process; a stream ends when its viewer loses access.
 */
function orderStreams(sql: Db, log: Log) {
  const streams = new Set<Stream>()
  let loop: Loop | null = null
  let isClosed = false
  return { open, close }

  /** False when there is no room for another one. */
  function open(viewer: Viewer, response: ServerResponse): boolean {
    if (isClosed || streams.size >= MAX_STREAMS) return false
    const own = [...streams].filter(({ accountId }) => accountId === viewer.accountId)
    for (const stream of own.slice(0, Math.max(0, own.length - MAX_PER_ACCOUNT + 1))) end(stream)
    const stream = { ...viewer, response, counts: '', sentAt: 0, endsAt: Date.now() + LIFETIME }
    streams.add(stream)
    response.on('close', () => streams.delete(stream))
    loop ??= startLoop({ name: 'order streams', log, runOnce: look, intervalMs: POLL_MS })
    return true
  }

  async function look(): Promise<void> {
    const present = [...streams]
    if (present.length === 0) return
    const rows = await readViews(sql, present)
    const views = new Map(rows.map((row) => [row.n, row]))
    const arrivals = new Map<string, Promise<string[]>>() // read once for all streams of a store
    const arrivalsOf = (storeId: string) => {
      const read = arrivals.get(storeId) ?? readArrivals(sql, storeId)
      arrivals.set(storeId, read)
      return read
    }
    for (const [n, stream] of present.entries()) await sendVersion(stream, views.get(n + 1), arrivalsOf)
  }

  async function sendVersion(
    stream: Stream,
    view: View | undefined,
    arrivalsOf: (storeId: string) => Promise<string[]>,
  ): Promise<void> {
    const now = Date.now()
    // A buffer that has not drained since the last heartbeat belongs to a client that is gone.
    const isStuck = stream.response.writableLength > 0 && now - stream.sentAt >= HEARTBEAT
    if (!view || !maySee(view) || isStuck || now > stream.endsAt) return end(stream)
    const counts = ordersVersion(view.counts ?? {}, [])
    if (counts === stream.counts && now - stream.sentAt < HEARTBEAT) return
    const version = ordersVersion(view.counts ?? {}, await arrivalsOf(stream.storeId))
    if (!streams.has(stream)) return // it left meanwhile
    Object.assign(stream, { counts, sentAt: now })
    stream.response.write(`data: ${version}\n\n`)
  }

  function end(stream: Stream): void {
    streams.delete(stream)
    if (stream.response.writableLength > 0) stream.response.destroy()
    else stream.response.end()
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const stream of streams) end(stream)
    await loop?.stop()
  }
}

type View = { n: number; role: Role; billingState: string; counts: OrderCounts | null }

const maySee = ({ role, billingState }: View) =>
  billingState !== 'suspended' && ROLE_PERMISSIONS[role].includes('orders:read')

/** The version that each viewer sees, by position from 1; none for those who are signed out or no member. */
async function readViews(sql: Db, viewers: Viewer[]): Promise<View[]> {
  const stores = [...new Set(viewers.map(({ storeId }) => storeId))]
  return sql<View[]>`
    with counted as (
      select store_id, jsonb_object_agg(status, count) as counts
      from (
        select store_id, ${counterName(sql)} as status, sum(value) as count
        from counters
        where store_id = any(${stores}) and ${isOrderCounter(sql)}
        group by store_id, name
      ) as of_status
      group by store_id
    )
    select viewer.n::int, members.role, stores.billing_state, counted.counts
    from unnest(
      ${viewers.map(({ sessionId }) => sessionId)}::text[],
      ${viewers.map(({ storeId }) => storeId)}::text[]
    ) with ordinality as viewer (session_id, store_id, n)
    join sessions on sessions.id = viewer.session_id
    join members on members.store_id = viewer.store_id and members.account_id = sessions.account_id
    join stores on stores.id = viewer.store_id and stores.deleted_at is null
    left join counted on counted.store_id = viewer.store_id
    where sessions.expires_at > now()
    and sessions.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})`
}
