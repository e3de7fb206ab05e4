import { connect, Socket } from 'node:net'
import { Client, DatabaseError, type QueryArrayResult } from 'pg'
import type { Host, SessionAttributes, Target } from './connection-string.ts'
import { observe } from '../metrics/metrics.ts'
import { startWait } from '../process/current-request.ts'
import { camelCase } from '../values/camel-case.ts'
import { getTypeParser } from './types.ts'

/** A statement that the server refused has this class; `code` is its SQLSTATE. */
export { DatabaseError }

/** The connection ended, or could not be made. Whether what was under way took place is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  code: string
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = 'code' in cause ? String(cause.code) : 'CONNECTION_LOST'
  }
}

export type Statement = { text: string; values: unknown[]; name: string | undefined }
/** Rows in camelCase; `count` is how many were read or written. */
export type Rows = Record<string, unknown>[] & { count: number }

export type Connection = {
  /** One of the target's. */
  host: Host
  query: (statement: Statement) => Promise<Rows>
  /** Closes the connection in order. */
  end(): Promise<void>
  /** Closes the socket without waiting for the server. */
  destroy(reason: Error): void
  /** The reason once the connection is lost; it is never used again. */
  lost(): Error | null
  openedAt: number
  /** When it was last returned to the pool. */
  usedAt: number
  /** When the statement under way was sent. */
  askedAt(): number | null
}

type OnLost = (connection: Connection) => void

/** How long a host may take to answer: with several of them, the others are waiting. */
const timeoutFor = (hosts: Host[]) => (hosts.length > 1 ? REACH_TIMEOUT : 5_000)
const REACH_TIMEOUT = 2_000

/** Connects to the first host that takes connections of the wanted kind; that one is then asked first the next time. */
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
        if (!maySucceedOtherwise(error)) break
      }
    }
  }
  throw failure
}

/** Whether a host takes connections at all: a machine that lost its power ends none, and answers none. */
export function isReachable({ host, port }: Host): Promise<boolean> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const late = setTimeout(() => socket.destroy(new Error('No answer')), REACH_TIMEOUT)
  return new Promise((resolve) => {
    socket.on('connect', () => socket.end()).resume() // 'close' waits until what the host sent was read
    socket.on('error', () => resolve(false))
    socket.on('close', (hadError) => {
      clearTimeout(late)
      resolve(!hadError)
    })
  })
}

/** The server has become read-only since the connection was made: another host is the primary by now. */
export const isDemoted = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '25006'

/** Connects again with or without TLS when the server refuses, where `sslmode` allows both. */
const maySucceedOtherwise = (error: unknown) =>
  error instanceof DatabaseError ? error.code === '28000' : /support SSL/.test((error as Error).message)

async function connectTo(
  server: Host,
  { hosts, user, password, database, options, sessionAttributes }: Target,
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
    options: `${SETTINGS} ${options}`,
    application_name: application,
    connectionTimeoutMillis: timeoutFor(hosts),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    stream: () => socket,
    types: { getTypeParser },
  })
  const connection = wrap(client, socket, server, onLost)
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
  // Statements are prepared once and run with any store: a plan made for one store must serve all.
  plan_cache_mode: 'force_generic_plan',
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

function wrap(client: Client, socket: Socket, host: Host, onLost: OnLost): Connection {
  let lost: Error | null = null
  let askedAt: number | null = null
  const lose = (error: Error) => {
    if (lost) return
    lost = error instanceof DatabaseError ? error : new ConnectionLost(error)
    onLost(connection)
  }
  const connection: Connection = {
    host,
    lost: () => lost,
    askedAt: () => askedAt,
    openedAt: Date.now(),
    usedAt: Date.now(),
    async query(statement) {
      if (lost) throw lost
      askedAt = Date.now()
      try {
        return toRows(await timed(statement.text, client.query({ ...statement, rowMode: 'array' })))
      } catch (error) {
        // After a fatal error the server closes the connection; the pool must not hand it out until then.
        if (error instanceof DatabaseError && error.severity !== 'ERROR') lose(error)
        throw lost ?? error
      } finally {
        askedAt = null
      }
    },
    async end() {
      lose(new Error('The connection was ended'))
      await client.end()
    },
    destroy(reason) {
      lose(reason)
      socket.destroy()
    },
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('The connection ended')))
  return connection
}

async function timed<T>(text: string, answer: Promise<T>): Promise<T> {
  const since = performance.now()
  const endWait = startWait('statements')
  try {
    return await answer
  } finally {
    endWait(text)
    observe('statements', {}, performance.now() - since)
  }
}

/** The rows of a text with several statements are dropped. */
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
