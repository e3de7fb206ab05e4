import { t, type Localized } from '../../core/texts/text.ts'
import type { FastifyRequest } from 'fastify'
import { STORE_SCOPES, type Scope } from '../../core/auth/scopes.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { PATHS } from './addresses.ts'
import { SESSION_COOKIE } from './cookies.ts'
import { hasGrant } from './grant.ts'

type Redirect = { location: string; cookies: string[] }

/** Parameters of an authorization request that reach the library; the rest of OpenID Connect is dropped. */
const allowedParams = new Set([
  'response_type', 'response_mode', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge',
  'code_challenge_method', 'resource', 'prompt',
]) // prettier-ignore

/**
 * Handles an authorization request (RFC 6749, 4.1.1): redirects to the consent page, or back to the client with an error. An
 * error goes back only to a client that the signed-in account has given access: anyone can register one, and use the
 * redirect to lead people to any address (RFC 9700, 4.11.2).
 * @throws 400 when the client or its redirect address is not known, or the error does not go back
 */
export async function authorize(request: FastifyRequest, accountId: string | undefined): Promise<Redirect> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const allowed = [...query].filter(([name]) => allowedParams.has(name) && name !== 'scope')
  if (allowed.some(([, value]) => /\p{Cc}/u.test(value))) throw authorizationError('invalid_request')
  const params = new URLSearchParams([...allowed, ['scope', requestedScopes(query.get('scope')).join(' ')]])
  const url = `${PATHS.authorization}?${params.toString()}`
  const clientId = query.get('client_id')
  const redirect = await forward(request, url, clientId)
  const isConsent = redirect.location.startsWith(`${PATHS.authorization}/`)
  if (isConsent || (accountId && (await hasGrant(request.sql, accountId, clientId!)))) return redirect
  throw authorizationError(new URL(redirect.location).searchParams.get('error') ?? 'invalid_request')
}

/** Continues after the consent page: to the client, with a code or with the error. @throws 400 */
export const resume = (request: FastifyRequest, id: string): Promise<Redirect> =>
  forward(request, `${PATHS.authorization}/${encodeURIComponent(id)}`, null)

/** The requested scopes that exist here; all of them when the client names none. */
function requestedScopes(text: string | null): readonly Scope[] {
  const requested = new Set((text ?? '').split(' '))
  const known = STORE_SCOPES.filter((scope) => requested.has(scope))
  return known.length > 0 ? known : STORE_SCOPES
}

async function forward(
  { server, headers, clientAddress: address }: FastifyRequest,
  url: string,
  clientId: string | null,
): Promise<Redirect> {
  const cookie = headers.cookie
  const response = await server.authorizationServer.handle({
    method: 'GET',
    url,
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
    clientId,
    address,
  })
  const { location, 'set-cookie': set = [] } = response.headers
  if (response.status !== 303 && response.status !== 302)
    throw authorizationError((JSON.parse(response.body) as { error: string }).error)
  const cookies = [set].flat().map(String)
  return {
    location: String(location),
    cookies: cookies.filter((line) => !line.startsWith(`${SESSION_COOKIE}=`)),
  }
}

const reasons: Record<string, Localized> = {
  invalid_client: t('No conocemos al asistente que pide entrar, o no pudimos leer quién es'),
  invalid_redirect_uri: t('El asistente pide volver a una dirección que no es suya'),
}

function authorizationError(error: string): ApiError {
  const why = reasons[error] ?? t('Lo que pide el asistente no está completo o ya venció')
  return new ApiError(400, {
    error: t('{why}. Vuelve a conectarlo desde el asistente', { why }),
    code: error,
  })
}
