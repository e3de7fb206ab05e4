import type { FastifyRequest } from 'fastify'
import { STORE_SCOPES, type Scope } from '../core/auth/scopes.ts'
import { ApiError } from '../core/errors/errors.ts'
import { PATHS } from './addresses.ts'
import { SESSION_COOKIE } from './cookies.ts'

/** Where a browser goes on, and the cookies that it takes along. */
type Way = { location: string; cookies: string[] }

/** What of a request for authorization is heard; an assistant has no use for the rest of OpenID Connect. */
const heard = new Set([
  'response_type', 'response_mode', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge',
  'code_challenge_method', 'resource', 'prompt',
]) // prettier-ignore

/**
 * What a client asks through its person's browser (RFC 6749, 4.1.1): leads on to the consent page, or back to the client
 * with an error. @throws 400 when there is no client, or no address of it, to lead back to
 */
export async function authorize(request: FastifyRequest): Promise<Way> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const kept = [...query].filter(([name]) => heard.has(name) && name !== 'scope')
  if (kept.some(([, value]) => /\p{Cc}/u.test(value))) throw refusal('invalid_request')
  const params = new URLSearchParams([...kept, ['scope', scopesAsked(query.get('scope')).join(' ')]])
  const url = `${PATHS.authorization}?${params.toString()}`
  return ask(request, url, query.get('client_id'))
}

/** Goes on after the consent page: to the client, with a code or with the refusal. @throws 400 */
export const resume = (request: FastifyRequest, id: string): Promise<Way> =>
  ask(request, `${PATHS.authorization}/${encodeURIComponent(id)}`, null)

/** Those of ours that are asked for; all, where a client leaves the choice to the service. */
function scopesAsked(text: string | null): readonly Scope[] {
  const asked = new Set((text ?? '').split(' '))
  const known = STORE_SCOPES.filter((scope) => asked.has(scope))
  return known.length > 0 ? known : STORE_SCOPES
}

async function ask({ server, headers }: FastifyRequest, url: string, clientId: string | null): Promise<Way> {
  const cookie = headers.cookie
  const {
    status,
    headers: answered,
    body,
  } = await server.authorizationServer.ask({
    method: 'GET',
    url,
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
    clientId,
  })
  const { location } = answered
  if (status !== 303 && status !== 302) throw refusal((JSON.parse(body) as { error: string }).error)
  const cookies = [answered['set-cookie'] ?? []].flat().map(String)
  return {
    location: String(location),
    cookies: cookies.filter((line) => !line.startsWith(`${SESSION_COOKIE}=`)),
  }
}

const reasons: Record<string, string> = {
  invalid_client: 'No conocemos al asistente que pide entrar, o no pudimos leer quién es',
  invalid_redirect_uri: 'El asistente pide volver a una dirección que no es suya',
}

function refusal(error: string): ApiError {
  const why = reasons[error] ?? 'Lo que pide el asistente no está completo o ya venció'
  return new ApiError(400, { error: `${why}. Vuelve a conectarlo desde el asistente`, code: error })
}
