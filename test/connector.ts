import { createHash } from 'node:crypto'
import { newSecret } from '../src/core/values/id.ts'
import type { Scope } from '../src/core/auth/scopes.ts'
import { anAddress } from './factories.ts'
import type { Page, Person } from './panel.ts'
import type { Service } from './service.ts'

/** Where Claude is led back to; the other one of its hosts is claude.com. */
export const CALLBACK = 'https://claude.ai/api/mcp/auth_callback'

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }
type Reply<T> = { status: number; json: T & { error?: string }; headers: Headers }

/** The requests of an assistant's connector, from a unique IP address. */
export function aConnector({ url }: Pick<Service, 'url'>) {
  const from = anAddress()
  const ask = async <T>(path: string, type: string, body: string): Promise<Reply<T>> => {
    const init = { method: 'POST', headers: { ...from, 'content-type': type }, body }
    const response = await fetch(url + path, init)
    const text = await response.text()
    return { status: response.status, json: text ? JSON.parse(text) : {}, headers: response.headers }
  }
  return {
    register: (metadata: object) =>
      ask<{ client_id: string } & Record<string, unknown>>(
        '/oauth/register',
        'application/json',
        JSON.stringify(metadata),
      ),
    token: (fields: Record<string, string>) =>
      ask<Tokens>(
        '/oauth/token',
        'application/x-www-form-urlencoded',
        new URLSearchParams(fields).toString(),
      ),
    revoke: (fields: Record<string, string>) =>
      ask<object>(
        '/oauth/revoke',
        'application/x-www-form-urlencoded',
        new URLSearchParams(fields).toString(),
      ),
  }
}

type Connector = ReturnType<typeof aConnector>

/** The id of a client that registered itself. */
export async function aClient(connector: Connector, redirectUri = CALLBACK): Promise<string> {
  const { status, json } = await connector.register({ client_name: 'Claude', redirect_uris: [redirectUri] })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json.client_id
}

/** A PKCE verifier with its challenge (RFC 7636). */
export function aVerifier() {
  const verifier = newSecret(64)
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The address that a connector opens in its person's browser. */
export function authorizationPath(
  clientId: string,
  challenge: string,
  params: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'estado-1',
    ...params,
  })
  return `/panel/conectar?${query.toString()}`
}

/** The consent page that a request leads to. */
export async function consentPage(person: Person, path: string): Promise<Page & { path: string }> {
  const led = await person.get(path)
  if (!led.location?.endsWith('/permisos')) throw new Error(`${led.status} ${led.location} ${led.text}`)
  const shown = new URL(led.location, 'http://x').pathname
  return { ...(await person.get(shown)), path: shown }
}

/** Follows the redirects from the consent form to the client's redirect URI. */
export async function followToClient(person: Person, answer: Page): Promise<URL> {
  if (answer.status !== 303) throw new Error(answer.text)
  const between = await person.follow(answer)
  const path = /^0;url=(.+)$/.exec(between.headers.get('refresh') ?? '')![1]!
  const { location, text } = await person.get(path)
  if (!location) throw new Error(text)
  return new URL(location)
}

type GrantOptions = {
  storeId: string
  scopes: readonly Scope[]
  params?: Record<string, string>
  clientId?: string
}

/** A person consents to a connector: the body of its token request. */
export async function aCode(connector: Connector, person: Person, options: GrantOptions) {
  const clientId = options.clientId ?? (await aClient(connector, options.params?.['redirect_uri']))
  const { verifier, challenge } = aVerifier()
  const { path } = await consentPage(person, authorizationPath(clientId, challenge, options.params))
  const { storeId, scopes } = options
  const back = await followToClient(person, await person.post(path, { storeId, scopes }))
  const exchange = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code')!,
    code_verifier: verifier,
    redirect_uri: options.params?.['redirect_uri'] ?? CALLBACK,
  }
  return { clientId, back, exchange }
}
