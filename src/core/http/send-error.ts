import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestStore } from '../auth/key-lookup.ts'
import { isTransientError } from '../database/db.ts'
import { QueueFull } from '../concurrency/fair-queue.ts'
import {
  ApiError,
  malformedJson,
  payloadTooLarge,
  planPath,
  TooBusy,
  tooBusy,
  unavailable,
  unexpected,
  unsupportedMediaType,
} from '../errors/errors.ts'

/** Turns an error into the response. Unexpected errors are logged, and sent without details. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = errorResponse(error, request)
  request.errorCode = body.code
  // The body arrived too slowly: the rest is not read.
  if (status === 503 && !request.raw.complete) reply.header('connection', 'close')
  return withoutFile(reply)
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

export function errorResponse(error: FastifyError | Error, request: FastifyRequest) {
  const apiError = toApiError(error, request)
  logFailure(error, request, apiError)
  const { status, headers, body } = apiError
  if (!('upgradeUrl' in body)) return { status, headers, body }
  return { status, headers, body: { ...body, upgradeUrl: upgradeUrl(apiError, request) } }
}

/** Removes the headers of the response that the error replaces: a browser would save the error under the file's name. */
export const withoutFile = (reply: FastifyReply) =>
  reply.removeHeader('content-disposition').removeHeader('etag')

/** ms between two warnings of full queues: an operator sees that there are some, and no line with a stack for each. */
const WARNING_INTERVAL = 60_000
/** When each server warned last, by performance.now(). */
const warnedAt = new WeakMap<object, number>()

export function logFailure(error: Error, request: FastifyRequest, apiError: ApiError): void {
  if (apiError.status < 500) return
  if (!(apiError instanceof TooBusy)) return request.log.error({ err: error }, 'request failed')
  const { server } = request.server
  if (performance.now() - (warnedAt.get(server) ?? -Infinity) < WARNING_INTERVAL) return
  warnedAt.set(server, performance.now())
  const route = request.routeOptions.url
  request.log.warn({ route }, 'a queue is full, further requests get 503 for a moment')
}

function upgradeUrl({ body }: ApiError, { server, store }: FastifyRequest): string {
  return server.panelUrl + (body.upgradeUrl ?? planPath((store as RequestStore | undefined)?.slug))
}

export function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error === request.raw.errored) return malformedJson() // the client left before its body was whole
  if (isTransientError(error)) return unavailable()
  if (error instanceof QueueFull) return tooBusy()
  switch ('code' in error ? error.code : '') {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge(request.routeOptions.bodyLimit)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformedJson()
    default:
      return unexpected()
  }
}
