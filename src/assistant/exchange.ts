import type { Result } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { App } from '../core/http/app.ts'
import type { Key } from '../core/auth/key-lookup.ts'
import type { ApiError } from '../core/errors/errors.ts'
import { findKept } from '../core/http/fast-path.ts'
import type { Offer } from './catalogue.ts'
import { callUnderWay } from './during-call.ts'
import type { RestCall } from './rest-call.ts'

/**
 * One message and its answer. Either it becomes a request to the REST API, where its key is checked and counted, or
 * `key` was checked for it here.
 */
export type Exchange = {
  request: FastifyRequest
  readOnly: boolean
  /** The tool that is called. */
  offer: Offer | null
  rest: RestCall | ApiError | null
  dryRun: boolean
  key: Key | null
  /** What the REST API said of the key's limit. */
  limits: Record<string, string>
  /** The REST API does not know the key. */
  unknownKey: boolean
  /** What goes into the answer as it is. */
  ready: Buffer | null
  /** The result, when it was there before the library was asked to write it. */
  outcome: Result | null
}

const passedOn = ['authorization', 'x-forwarded-for', 'x-forwarded-proto'] as const
const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'] as const

/**
 * Asks the REST API as the caller: with their key, from their address, for the store they chose. Where the answer is
 * still the one with the ETag `known`, 304 says so.
 */
export async function ask(exchange: Exchange, { method, url, store, body }: RestCall, known?: string) {
  const { request } = exchange
  const headers: Record<string, string> = { 'x-request-id': request.id, host: request.host }
  if (known) headers['if-none-match'] = known
  for (const name of passedOn) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  const selected = store ?? request.headers['service-store']
  if (selected !== undefined) headers['service-store'] = String(selected)
  if (body) headers['content-type'] = 'application/json'

  const kept = method === 'GET' ? await askWhatIsKept(request.server, url, headers) : null
  const answer =
    kept ??
    (await request.server.inject({
      method,
      url,
      headers,
      remoteAddress: request.socket.remoteAddress ?? '',
      validate: false, // made here, a few lines above
      ...(body && { payload: JSON.stringify(body) }),
    }))
  exchange.unknownKey ||= answer.statusCode === 401
  for (const name of limits) {
    const value = answer.headers[name]
    if (value !== undefined) exchange.limits[name] = String(value)
  }
  return answer
}

/** The short way to the answer of a tool's GET; otherwise its route is told what the check said of the key. */
async function askWhatIsKept(app: App, url: string, headers: Record<string, string>) {
  const call = callUnderWay()
  const found = call && findKept(app, url, headers)
  const answer = await found?.answer.catch(() => null)
  if (found && !answer) call.check = found.check
  return answer
    ? { statusCode: answer.status, headers: answer.headers as Told, payload: String(answer.body ?? '') }
    : null
}

/** What anyone here reads of an answer's headers. */
type Told = Partial<Record<'etag' | (typeof limits)[number], string | number>>
