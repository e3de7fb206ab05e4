import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Sql } from '../database/db.ts'
import { runInRequest, newRequest, startWait, type CurrentRequest } from '../process/current-request.ts'
import type { App } from './app.ts'
import { sentMethod } from './method-not-allowed.ts'
import { hash, randomBytes } from 'node:crypto'

declare module 'fastify' {
  interface FastifyRequest {
    current: CurrentRequest
    endOfBody: () => void
    /** ms from the request's head to the head of the response. */
    responseMs: number
  }
}

const MAX_STATEMENT = 200

export function traceRequests(app: App): void {
  app.decorateRequest('current')
  app.decorateRequest('endOfBody')
  app.decorateRequest('responseMs', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.current = newRequest(request.headers['traceparent']?.toString(), request.clientAddress)
    runInRequest(request.current, done)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    request.endOfBody = startWait('body')
    done(null, body)
  })
  // The body's last event comes from the connection's async context, outside of the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    request.endOfBody()
    runInRequest(request.current, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    request.responseMs = reply.elapsedTime
    done(null, payload)
  })
}

/** Logs each request in one line, with its trace; for slow ones with a breakdown of their time. Made-up host names write none. */
export function logRequests(app: App, { sql, slowRequestMs }: { sql: Db; slowRequestMs: number }): void {
  const clientHash = clientHasher(sql)
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 421) return done()
    const { routeOptions, knownAddress, store, key, errorCode: code } = request
    const { traceId, spanId } = request.current.trace
    const [ms, client] = [Math.round(reply.elapsedTime), clientHash(request.clientAddress)]
    const [status, route] = [reply.statusCode, knownAddress ?? routeOptions.url]
    const slow = ms >= slowRequestMs ? timeBreakdown(request, reply) : undefined
    request.log.info(
      {
        method: sentMethod(request),
        route,
        status,
        code,
        ms,
        slow,
        store: store?.id,
        key: key?.id,
        client,
        traceId,
        spanId,
      },
      'request',
    )
    done()
  })
}

/** ms of a slow request by what it waited for; `rest` is CPU time, of others too. Undefined for streams. */
function timeBreakdown(request: FastifyRequest, reply: FastifyReply) {
  const { current, responseMs } = request
  if (responseMs === 0) return undefined
  const { body, lookups, connection, statements, statementCount, longest, total } = current.waits
  return {
    body: Math.round(body),
    lookups: Math.round(lookups),
    connection: Math.round(connection),
    statements: Math.round(statements),
    statementCount,
    longest: longest ? { ms: Math.round(longest.ms), statement: statementForLog(longest.text) } : undefined,
    rest: Math.max(0, Math.round(responseMs - total)),
    sending: Math.round(reply.elapsedTime - responseMs),
  }
}

/** A statement's text has no values, except those of settings, which follow the first semicolon. */
const statementForLog = (text: string) =>
  text.split(';')[0]!.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT)

const DAY = 24 * 3600_000
const RETRY_AFTER = 60_000

/** For the log: the salt is deleted after its day, so that the addresses can't be found by brute force later. */
export function clientHasher(sql: Sql) {
  let salt: { day: number; text: string } | null = null
  let renewAt = 0

  return function clientHash(address: string): string | undefined {
    const now = Date.now()
    const day = Math.floor(now / DAY)
    if (salt?.day !== day && now >= renewAt) {
      renewAt = now + RETRY_AFTER
      void renew(day)
    }
    if (!salt) return undefined
    return hash('sha256', salt.text + address, 'base64url').slice(0, 12)
  }

  async function renew(day: number) {
    const text = await saltOf(sql, new Date(day * DAY).toISOString().slice(0, 10)).catch(() => null)
    if (text === null) return
    salt = { day, text }
    renewAt = 0
  }
}

async function saltOf(sql: Sql, day: string): Promise<string> {
  await sql`
    insert into log_salts (day, salt)
    values (${day}::date, ${randomBytes(32).toString('base64')})
    on conflict do nothing`
  await sql`delete from log_salts where day < ${day}::date`
  const [{ salt }] = await sql<[{ salt: string }]>`select salt from log_salts where day = ${day}::date`
  return salt
}
