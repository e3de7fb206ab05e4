import { connect, Socket } from 'node:net'
import { Client, DatabaseError, type QueryArrayResult } from 'pg'
import { boundedTypes } from './bounded-rows.ts'
import type { Host, SessionAttributes, Target } from './connection-string.ts'
import { observe } from '../metrics/metrics.ts'
import { startWait } from '../process/current-request.ts'
import { camelCase } from '../values/camel-case.ts'
import { getTypeParser } from './types.ts'

export { DatabaseError }

/** The connection ended or failed. It is unknown whether the running statement took effect. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  code: string
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = 'code' in cause ? String(cause.code) : 'CONNECTION_LOST'
  }
}

/** With `maxBytes` its rows weigh less, but for the last one. */
export type Statement = {
  text: string
  values: unknown[]
  name: string | undefined
  maxBytes?: number | undefined
}
/** Rows in camelCase; `count` is how many were read or written. */
export type Rows = Record<string, unknown>[] & { count: number }

export type Connection = {
  host: Host
  query: (statement: Statement) => Promise<Rows>
  end(): Promise<void>
  destroy(reason: Error): void
  /** The reason once the connection is lost; it is never used again. */
  lost(): Error | null
  /** ms on the clock of `performance`, as the next two: the system's may be set meanwhile. */
  openedAt: number
  lastUsedAt: number
  sentAt(): number | null
  /** Held by one caller, whose statements may take as long as they need: backups, indexes. */
  isReserved?: boolean
}

type OnLost = (connection: Connection) => void

const connectTimeout = (hosts: Host[]) => (hosts.length > 1 ? FAST_CONNECT_TIMEOUT : 5_000)
const FAST_CONNECT_TIMEOUT = 2_000

/** Connects to the first host that accepts this kind of session, and moves it to the front of the list for the next time. */
export async function openConnection(
  target: Target,
  application: string,
  onLost: OnLost,
): Promise<Connection> {
  let failure: unknown
  for (const host of target.hosts) {
    for (const ssl of host.host.startsWith('/') ? [false as const] : target.encryption) {
      try {
        const connection = await connectTo(host, target, { ssl, application }, onLost)
        target.hosts.sort((a, b) => Number(b === host) - Number(a === host))
        return connection
      } catch (error) {
        failure = error
        if (!isEncryptionRejected(error)) break
      }
    }
  }
  throw failure
}

/** Whether a host accepts TCP connections: a machine without power neither closes connections nor rejects new ones. */
export function isReachable({ host, port }: Host): Promise<boolean> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const timer = setTimeout(() => socket.destroy(new Error('No response')), FAST_CONNECT_TIMEOUT)
  return new Promise((resolve) => {
    socket.on('connect', () => socket.end()).resume() // 'close' waits until what the host sent was read
    socket.on('error', () => resolve(false))
    socket.on('close', (hadError) => {
      clearTimeout(timer)
      resolve(!hadError)
    })
  })
}

/** The server has become read-only since the connection was made: another host is the primary by now. */
export const isDemoted = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '25006'

/** The server rejects this connection with or without TLS; the other may succeed, where `sslmode` allows both. */
const isEncryptionRejected = (error: unknown) =>
  error instanceof DatabaseError ? error.code === '28000' : /support SSL/.test((error as Error).message)

async function connectTo(
  server: Host,
  { hosts, user, password, database, options, sessionAttributes, engine }: Target,
  { ssl, application }: { ssl: Target['encryption'][number]; application: string },
  onLost: OnLost,
): Promise<Connection> {
  const socket = new Socket()
  const client = new Client({
    ...server,
    user,
    password,
    database,
    ssl,
    options: `${SETTINGS} ${SETTINGS_OF[engine]} ${options}`,
    application_name: application,
    connectionTimeoutMillis: connectTimeout(hosts),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    stream: () => socket,
    types: { getTypeParser },
  })
  const connection = toConnection(client, socket, server, onLost)
  try {
    await client.connect()
    await requireAttributes(connection, sessionAttributes)
    return connection
  } catch (error) {
    socket.destroy()
    throw error instanceof DatabaseError || error instanceof ConnectionLost
      ? error
      : new ConnectionLost(error as Error)
  }
}

const SETTINGS = Object.entries({
  TimeZone: 'UTC',
  // No sequential scans: with a `limit` the planner expects a row soon, and a small store has none on many pages.
  enable_seqscan: 'off',
  // Before PostgreSQL 18 a disabled plan node costs so much that the statement would be JIT-compiled first, for 0.1 s.
  jit: 'off',
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

const SETTINGS_OF = {
  // Statements are prepared once and run with any store: a plan made for one store must serve all.
  postgresql: '-c plan_cache_mode=force_generic_plan',
  // No generic plans: Citus finds the store's server by the values. A transaction uses one connection per server, and sets
  // its settings there too: a trigger reads who makes a change.
  citus:
    '-c citus.multi_shard_modify_mode=sequential -c citus.propagate_set_commands=local -c citus.enable_unsafe_triggers=on',
}

async function requireAttributes(connection: Connection, attributes: SessionAttributes) {
  if (attributes === 'any') return
  const [server] = await connection.query({
    text: `select current_setting('transaction_read_only') = 'on' as read_only, pg_is_in_recovery() as standby`,
    values: [],
    name: undefined,
  })
  if (attributes === 'read-write' ? server!['readOnly'] : server!['standby'])
    throw new ConnectionLost(new Error('no host of DATABASE_URL takes writes'))
}

function toConnection(client: Client, socket: Socket, host: Host, onLost: OnLost): Connection {
  let lost: Error | null = null
  let sentAt: number | null = null
  const markLost = (error: Error) => {
    if (lost) return
    lost = error instanceof DatabaseError ? error : new ConnectionLost(error)
    onLost(connection)
  }
  const connection: Connection = {
    host,
    lost: () => lost,
    sentAt: () => sentAt,
    openedAt: performance.now(),
    lastUsedAt: performance.now(),
    async query(statement) {
      if (lost) throw lost
      sentAt = performance.now()
      try {
        return toRows(await timed(statement.text, client.query(configOf(statement))))
      } catch (error) {
        // After a fatal error the server closes the connection; the pool must not hand it out until then.
        if (error instanceof DatabaseError && error.severity !== 'ERROR') markLost(error)
        throw lost ?? error
      } finally {
        sentAt = null
      }
    },
    async end() {
      markLost(new Error('The connection was closed'))
      await client.end()
    },
    destroy(reason) {
      markLost(reason)
      socket.destroy()
    },
  }
  client.on('error', markLost)
  client.on('end', () => markLost(new Error('The connection ended')))
  return connection
}

const configOf = ({ maxBytes, ...statement }: Statement) => ({
  ...statement,
  rowMode: 'array' as const,
  ...(maxBytes && { types: boundedTypes(maxBytes) }),
})

async function timed<T>(text: string, result: Promise<T>): Promise<T> {
  const since = performance.now()
  const endWait = startWait('statements')
  try {
    return await result
  } finally {
    endWait(text)
    observe('statements', {}, performance.now() - since)
  }
}

function toRows(result: QueryArrayResult<unknown[]> | QueryArrayResult[]): Rows {
  if (Array.isArray(result)) return Object.assign([], { count: 0 })
  const names = result.fields.map(({ name }) => camelCase(name))
  const rows = result.rows.map((values) => {
    const row: Rows[number] = {}
    for (let i = 0; i < names.length; i++) row[names[i]!] = values[i]
    return row
  })
  return Object.assign(rows, { count: result.rowCount ?? 0 })
}
