import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'
import { clientHasher } from '../limits/client-hash.ts'
import {
  currentRequest,
  inRequest,
  newRequest,
  startWait,
  type CurrentRequest,
} from '../process/current-request.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    current: CurrentRequest
    endOfBody: () => void
    /** ms from the request's head to the answer's. */
    answeredAfter: number
  }
}

const MAX_STATEMENT = 200

/** Begins each request's trace, and times what it waits for. */
export function followRequests(app: App): void {
  app.decorateRequest('current')
  app.decorateRequest('endOfBody')
  app.decorateRequest('answeredAfter', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    const outer = isInternal(request) ? currentRequest() : undefined
    request.current = outer ?? newRequest(request.headers['traceparent']?.toString())
    inRequest(request.current, done)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    request.endOfBody = startWait('body')
    done(null, body)
  })
  // The body's last event comes from the connection, outside of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    request.endOfBody()
    inRequest(request.current, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    request.answeredAfter = reply.elapsedTime
    done(null, payload)
  })
}

/** Logs each request in one line, with its trace; a slow one's line says where the time went. */
export function logRequests(app: App, { sql, slowRequestMs }: { sql: Db; slowRequestMs: number }): void {
  const clientHash = clientHasher(sql)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, store, key, errorCode: code } = request
    const { traceId, spanId } = request.current.trace
    const [ms, client] = [Math.round(reply.elapsedTime), clientHash(request.clientAddress)]
    const [status, route] = [reply.statusCode, routeOptions.url]
    const slow = ms >= slowRequestMs ? timeBreakdown(request, reply) : undefined
    request.log.info(
      { method, route, status, code, ms, slow, store: store?.id, key: key?.id, client, traceId, spanId },
      'request',
    )
    done()
  })
}

/**
 * The ms of a slow request by what it waited for; `rest` is what the process computed, for this request and for others in
 * between. Undefined for what the service asked of itself, which counts in the request that it was for, and for streams.
 */
function timeBreakdown(request: FastifyRequest, reply: FastifyReply) {
  const { current, answeredAfter } = request
  if (isInternal(request) || answeredAfter === 0) return undefined
  const { body, lookups, connection, statements, statementCount, longest, total } = current.waits
  return {
    body: Math.round(body),
    lookups: Math.round(lookups),
    connection: Math.round(connection),
    statements: Math.round(statements),
    statementCount,
    longest: longest ? { ms: Math.round(longest.ms), statement: shortened(longest.text) } : undefined,
    rest: Math.max(0, Math.round(answeredAfter - total)),
    sending: Math.round(reply.elapsedTime - answeredAfter),
  }
}

/** The service asks itself. */
const isInternal = ({ raw }: FastifyRequest) => 'isLightMyRequest' in raw

/** Values stand beside a statement, but for settings, which follow the first semicolon. */
const shortened = (text: string) => text.split(';')[0]!.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT)
