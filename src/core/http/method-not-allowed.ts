import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import type { App } from './app.ts'
import { isApi, isMalformedApiPath, MAX_PARAM_LENGTH } from './api-address.ts'
import { originLookup } from '../auth/origin-lookup.ts'
import { anyOrigin, isPreflight, listedPreflightHeaders, preflightHeaders } from './cors.ts'
import { methodNotAllowed, notFound } from '../errors/errors.ts'
import { sendError } from './send-error.ts'
import { t } from '../texts/text.ts'

type SendError = (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Address = { url: string; routes: RouteOptions[] }

declare module 'node:http' {
  interface IncomingMessage {
    /** The request is a `HEAD`, which is handled as a `GET`. */
    isHead?: boolean
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    isListedOrigin: (origin: string) => Promise<boolean>
    /** The address of a URL with its routes, whatever the method; null for an unknown one. */
    addressAt: (url: string) => Address | null
  }
  interface FastifyRequest {
    /** The pattern of a path that exists, but not for the request's method. */
    knownAddress: string | undefined
  }
}

/**
 * Sends 405 on every known path for methods that it does not have, before the body is read, and handles preflights. The
 * router would fall back to a path with a parameter that has the method (`POST …/productos/:id` for `…/productos/papelera`):
 * that is a 405 too. Preflight responses have none of a page's headers. Call it before the routes are registered. It is
 * a hook because 405 routes would be six times as many as all others. An unknown API path gets its 404 here too: the
 * not-found handler runs after the body is parsed.
 */
export function rejectOtherMethods(app: App, sendRejection: SendError): void {
  let findAddress: App['addressAt'] | undefined
  app.decorate('addressAt', (url) => (findAddress ??= addressFinder(app.knownRoutes))(url))
  app.decorate('isListedOrigin', originLookup(app.sql))
  app.decorateRequest('knownAddress')
  app.addHook('onRequest', (request, reply, done) => {
    const pattern = request.routeOptions.url
    if (isMalformedApiPath(request.url, pattern)) return sendUnknown(request, reply, done)
    if (pattern && !pattern.includes(':')) return done()
    const address = app.addressAt(request.url)
    if (!address || address.url === pattern || isMalformedApiPath(request.url, address.url))
      return request.is404 && isApi(request.url) ? sendUnknown(request, reply, done) : done()
    request.knownAddress = address.url
    respond(address, request, reply)
      .catch((error: Error) => sendRejection(error, request, reply))
      .catch((error: Error) => sendError(error, request, reply))
  })

  async function respond({ routes }: Address, { method, headers }: FastifyRequest, reply: FastifyReply) {
    const known = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    const origin = isPreflight(method, headers) ? headers.origin! : null
    const isOpen = routes.some(({ config }) => config?.anyOrigin)
    if (origin && isOpen) return reply.code(204).headers(preflightHeaders(known)).send()
    if (isOpen) reply.headers(anyOrigin)
    const listedOrigins = routes.some(({ config }) => config?.listedOrigins)
    if (listedOrigins) reply.header('vary', 'origin')
    if (!origin || !listedOrigins || !(await app.isListedOrigin(origin)))
      throw methodNotAllowed(known.join(', '))
    return reply.code(204).headers(listedPreflightHeaders(known, origin)).send()
  }
}

/** An unknown API address is a 404 that pages of any origin may read, preflighted or not: it tells nothing. */
function sendUnknown(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
) {
  if (isPreflight(method, headers))
    return void reply
      .code(204)
      .headers(preflightHeaders([...usualMethods]))
      .send()
  reply.headers(anyOrigin)
  done(notFound(t('La dirección')))
}

function addressFinder(knownRoutes: App['knownRoutes']): App['addressAt'] {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  for (const [url, routes] of knownRoutes) router.on('GET', url, () => {}, { url, routes } satisfies Address)
  return (url) => (router.find('GET', url)?.store ?? null) as Address | null
}

const usualMethods = new Set(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/** The method that the client sent; TRACE for uncommon ones (see `mapMethod`). */
export const sentMethod = ({ raw }: Pick<FastifyRequest, 'raw'>) => (raw.isHead ? 'HEAD' : raw.method!)

/**
 * Maps `HEAD` to `GET`: Node sends no body to it, whatever the handler writes, and a second route for every page takes 9 MiB.
 * Maps uncommon methods (`PROPFIND`) to `TRACE`, which no route uses and which has no body: Fastify rejects a `QUERY` without
 * a content type before its address is looked up.
 */
export function mapMethod(request: IncomingMessage): void {
  request.isHead = request.method === 'HEAD'
  if (request.isHead) request.method = 'GET'
  else if (!usualMethods.has(request.method ?? '')) request.method = 'TRACE'
}
