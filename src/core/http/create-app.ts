import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import type { App } from './app.ts'
import { MAX_PARAM_LENGTH } from './api-address.ts'
import { bodyCache } from './body-cache.ts'
import { clientAddress, isSecure, type Cidr } from '../limits/client-address.ts'
import type { Db } from '../database/db.ts'
import {
  malformedRequest,
  notFound,
  unavailable,
  type ApiError,
  headersTooLarge,
  requestTimeout,
} from '../errors/errors.ts'
import { defaultLanguage } from '../texts/language.ts'
import { isAddressPart, isId } from '../values/id.ts'
import { keyLookup, type Key } from '../auth/key-lookup.ts'
import type { Log } from '../process/log.ts'
import { parseJson } from './json.ts'
import { traceRequests, logRequests } from './log-requests.ts'
import { registerRequestMetrics } from './measure-requests.ts'
import { metricsAreOn } from '../metrics/metrics.ts'
import { hasClearHost, pathByHost, pathOf } from './host.ts'
import { hitCounter } from '../limits/rate-limit.ts'
import { compilersFactory } from './schema.ts'
import { sendError } from './send-error.ts'
import type { Socket } from 'node:net'
import { t } from '../texts/text.ts'

type Options = {
  sql: Db
  publicUrl: string
  panelUrl: string
  shopsDomain: string | null
  trustProxy: Cidr[]
  log: Log
  slowRequestMs: number
  https: { cert: Buffer; key: Buffer } | null
  /** Handles a URL that can't be parsed: an invalid percent-encoding, or a parameter that is too long. */
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

const CACHED_BYTES = 64 * 1024 * 1024
// Bounds how long a slow client can hold a connection (Slowloris); long enough for a photo on a slow network.
const MAX_REQUEST_MS = 120_000
const timeouts = { headersTimeout: 10_000, handshakeTimeout: 10_000, connectionsCheckingInterval: 5_000 }
/** Closes a connection whose client does not read the response. Longer than MAX_HANDLER_MS, during which nothing is sent. */
export const MAX_SILENCE_MS = 30_000

export function createApp(options: Options): App {
  const { log, https, publicUrl, panelUrl, sendNotFound } = options
  const app = fastify({
    ...(https ? { https: { ...timeouts, ...https } } : { http: timeouts }),
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: MAX_SILENCE_MS,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: pathByHost([publicUrl, panelUrl]),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory },
    frameworkErrors: (_error, request, reply) =>
      sendNotFound(request, reply.headers(headersOf(request.id))).catch((error: Error) =>
        sendError(error, request, reply),
      ) as unknown as void,
    clientErrorHandler: rejectMalformedRequest,
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  decorate(app, options)
  app.setErrorHandler(sendError)
  acceptOnlyJson(app)
  traceRequests(app)
  logRequests(app, options)
  if (metricsAreOn()) registerRequestMetrics(app)
  enforceDeadline(app)
  addHooks(app, options)
  return app
}

function decorate(app: App, { sql, publicUrl, panelUrl, shopsDomain, trustProxy }: Options): void {
  app.decorate('sql', sql)
  app.decorate('publicUrl', publicUrl)
  app.decorate('panelUrl', panelUrl)
  app.decorate('shopsDomain', shopsDomain)
  app.decorate('lookUpKey', keyLookup(sql))
  app.decorate('hits', hitCounter(sql))
  app.decorate('bodies', bodyCache(CACHED_BYTES))
  app.decorate('lifecycle', { stopping: false })
  app.decorate('afterWrite', new Set<() => void>())
  app.decorate('keyUsed', new Set<(key: Key) => void>())
  app.decorate('knownRoutes', new Map())
  app.decorateRequest('sql')
  app.decorateRequest('key')
  app.decorateRequest('store')
  app.decorateRequest('language', defaultLanguage)
  app.decorateRequest('errorCode')
  app.decorateRequest('mayHaveWritten', false)
  app.decorateRequest('caller')
  app.decorateRequest('clientAddress', { getter: clientAddressOf })

  function clientAddressOf(this: FastifyRequest): string {
    return clientAddress(this.raw, trustProxy)
  }
}

function addHooks(app: App, { sql, publicUrl, trustProxy }: Options): void {
  app.addHook('onRoute', (route) => recordRoute(app, route))
  app.addHook('onRequest', (request, reply, done) => {
    request.sql = sql
    reply.headers(headersOf(request.id))
    if (!hasClearHost(request.raw)) return done(malformedRequest())
    if (!request.raw.foreignHost && needsHttpsRedirect(request.raw, publicUrl, trustProxy)) {
      return void reply.redirect(publicUrl + pathOf(request.url), 301)
    }
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { performed, nonIdParams } = request.routeOptions.config
    if (performed) return done()
    const isKnown = nonIdParams ? isAddressPart : isId
    const params = request.is404 ? [] : Object.values((request.params ?? {}) as Record<string, string>)
    done(params.every(isKnown) ? undefined : notFound(t('El recurso')))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method, routeOptions } = request
    const mayWrite = method !== 'GET' && (!routeOptions.config.relay || request.mayHaveWritten)
    const wrote = mayWrite && !routeOptions.config.isPolled && reply.statusCode < 400
    if (wrote) for (const call of app.afterWrite) call()
    done(null, payload)
  })
}

export function needsHttpsRedirect(request: IncomingMessage, publicUrl: string, trustProxy: Cidr[]): boolean {
  if (!publicUrl.startsWith('https:')) return false
  const isProbe = ['/api/health', '/api/ready', '/api/domains/allowed'].includes(request.url!.split('?')[0]!)
  const isDirect = request.headers['x-forwarded-proto'] === undefined
  return !(isProbe && isDirect) && !isSecure(request, trustProxy)
}

function headersOf(requestId: string) {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }
}

function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
}

function recordRoute(app: App, route: RouteOptions): void {
  const routes = app.knownRoutes.get(route.url) ?? []
  app.knownRoutes.set(route.url, [...routes, route])
}

function acceptOnlyJson(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ms until a request whose response has not begun gets a 503; MAX_HANDLER_MS where a route says nothing. */
    maxHandlerMs?: number
    /** ms until a response that has not arrived is cut off; MAX_DELIVERY_MS where a route says nothing. */
    maxDeliveryMs?: number
  }
}

const MAX_HANDLER_MS = 20_000
/** A feed of 10 MB for a crawler that reads 50 KB/s takes 200 s, and a table on a phone on a slow network as long. */
const MAX_DELIVERY_MS = 600_000

/**
 * Sends 503 when a route takes longer than its `maxHandlerMs` to respond, and cuts off a response that the client takes longer
 * than `maxDeliveryMs` to read; one who reads nothing is cut off sooner (MAX_SILENCE_MS). Not Fastify's `handlerTimeout`: its
 * timer ends with the request's `close`, which Node emits once the body was read.
 */
function enforceDeadline(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { maxHandlerMs = MAX_HANDLER_MS, maxDeliveryMs = MAX_DELIVERY_MS } = request.routeOptions.config
    let timer = setTimeout(() => {
      const isHijacked = reply.sent && !reply.raw.writableEnded
      if (isHijacked) return
      timer = setTimeout(() => reply.raw.destroy(), maxDeliveryMs)
      if (reply.raw.headersSent) return
      reply.send(Object.assign(unavailable(), { cause: new Error(`No response within ${maxHandlerMs} ms`) }))
    }, maxHandlerMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** With the response that is being sent, which Node's own handler looks at too. */
type BusySocket = Socket & { _httpMessage?: ServerResponse | null }

/** Rejects what Node could not parse as a request: malformed HTTP, oversized headers, a timeout. */
function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: BusySocket): void {
  // Without its handshake a TLS connection takes no response, and waits to send one for ever.
  const isUnreachable = /^(ECONNRESET$|ERR_TLS_|ERR_SSL_)/.test(error.code ?? '') || !socket.writable
  // In the midst of another response it would be read as a part of that.
  const isSending = socket._httpMessage?.headersSent
  // Browsers open connections ahead, and would show a response to nothing as that of their next request.
  const isUnused = socket.bytesRead === 0
  if (isUnreachable || isSending || isUnused) return void socket.destroy()
  const { status, body } = responseTo(error)
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n` +
      `x-request-id: ${randomUUID()}\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}

function responseTo({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout() : malformedRequest()
}
