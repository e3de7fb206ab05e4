import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { userMessage, type ApiError } from '../../core/errors/errors.ts'
import { logFailure, toApiError } from '../../core/http/send-error.ts'

/** What went wrong before there was an answer, as the release wants it. */
export function sendFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const apiError = toApiError(error, request)
  logFailure(error, request, apiError)
  const { status, headers } = apiError
  return reply
    .code(status)
    .headers(headers)
    .send({ code: codeOf(apiError), content: userMessage(apiError) })
}

const codeOf = ({ body }: ApiError): string =>
  body.code === 'VALIDATION_ERROR' ? 'invalid_request' : (body.code ?? body.error).toLowerCase()

const DISCOVERY = new Set([
  'invalid_profile_url',
  'profile_unreachable',
  'profile_malformed',
  'version_unsupported',
])

export function rpcCodeOf(error: ApiError): number {
  if (DISCOVERY.has(codeOf(error))) return -32_001
  if (error.status === 400) return -32_602
  return error.status === 500 ? -32_603 : -32_000
}

export function rpcDataOf(error: ApiError) {
  const seconds = error.headers['retry-after']
  return {
    code: codeOf(error),
    content: userMessage(error),
    ...(seconds && { retry_after: Number(seconds) }),
  }
}
