import {
  createHttpClient,
  NoReply,
  retryAfter,
  type HttpClient,
  type Reply,
} from '../../../core/outgoing/outgoing.ts'
import { ProviderError } from './provider.ts'

export type Call = { token?: string; body?: object }
export type Fields = Record<string, unknown>

const TIMEOUT = 6_000

export const openClient = () => createHttpClient({ publicOnly: false, timeout: TIMEOUT })

/** Makes one call. @throws ProviderError, for any other response than a success with an object too */
export async function send(http: HttpClient, url: string, { token, body }: Call): Promise<Fields> {
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const request = { url, headers }
  const reply = await (
    body ? http.post({ ...request, body: JSON.stringify(body) }) : http.get(request)
  ).catch((error: unknown) => {
    if (error instanceof NoReply) throw new ProviderError('unavailable', 'No response', { cause: error })
    throw error
  })
  if (reply.status < 200 || reply.status >= 300) throw errorOf(reply, url.endsWith('/oauth/token'))
  return parsed(reply.body)
}

/** Tokens: 400 or 401 also where our own id or secret is wrong, which is no reason to disconnect every store. */
function errorOf(reply: Reply, isTokenCall: boolean): ProviderError {
  const { status } = reply
  const message = `Mercado Pago returned ${status}`
  if (status === 401 || (isTokenCall && status === 400)) {
    const isOurs = isTokenCall && /"(?:invalid|unauthorized)_client"/.test(reply.body)
    return new ProviderError(isOurs ? 'unavailable' : 'unauthorized', message)
  }
  if (status === 429 || status >= 500)
    return new ProviderError('unavailable', message, { retryAfter: retryAfter(reply) ?? 0 })
  return new ProviderError(status === 404 ? 'missing' : 'rejected', message)
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {}
  throw malformed()
}

export const malformed = () =>
  new ProviderError('unavailable', 'The response of Mercado Pago could not be read')
