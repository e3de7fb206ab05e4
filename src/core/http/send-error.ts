import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestStore } from '../auth/key-lookup.ts'
import { isTransientError } from '../database/db.ts'
import { QueueFull } from '../concurrency/fair-queue.ts'
import {
  ApiError,
  malformedJson,
  payloadTooLarge,
  planPath,
  RelayedError,
  TooBusy,
  tooBusy,
  unavailable,
  unexpected,
  unsupportedMediaType,
} from '../errors/errors.ts'

/** Turns an error into the response. Unexpected errors are logged and answered without details. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const answer = toApiError(error, request)
  logFailure(error, request, answer)
  request.errorCode = answer.body.code
  const body =
    'upgradeUrl' in answer.body ? { ...answer.body, upgradeUrl: upgradeUrl(answer, request) } : answer.body
  // The body arrived too slowly: the rest is not read.
  if (answer.status === 503 && !request.raw.complete) reply.header('connection', 'close')
  return withoutFile(reply)
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Removes the headers of the answer that was not to be: a browser would save the error under the file's name. */
export const withoutFile = (reply: FastifyReply) =>
  reply.removeHeader('content-disposition').removeHeader('etag')

/** ms between two warnings of full queues: an operator sees that there are some, and no line with a stack for each. */
const WARNING_INTERVAL = 60_000
let warnedAt = -Infinity

/** Logs 5xx errors, except those of internal requests, which their own route logged. */
export function logFailure(error: Error, request: FastifyRequest, answer: ApiError): void {
  if (answer.status < 500 || error instanceof RelayedError) return
  if (!(answer instanceof TooBusy)) return request.log.error({ err: error }, 'request failed')
  if (performance.now() - warnedAt < WARNING_INTERVAL) return
  warnedAt = performance.now()
  request.log.warn(
    { route: request.routeOptions.url },
    'a queue is full, further requests get 503 for a moment',
  )
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
