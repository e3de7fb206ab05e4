import { generateKeyPairSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { errors, type Adapter, type Configuration } from 'oidc-provider'
import { STORE_SCOPES } from '../../core/auth/scopes.ts'
import type { Sql } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import { issuerOf, PATHS, resourceUrl, resourceUrls } from './addresses.ts'
import { REQUEST_COOKIE, SESSION_COOKIE } from './cookies.ts'
import { clientAdapter, grantAdapter, requestAdapter, tokenAdapter } from './adapters.ts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** The `oidc-provider` package over our tables: a function that responds to a request in the transaction of its call. */
export function openProvider(app: App) {
  const provider = new Provider(issuerOf(app), configurationOf(app))
  provider.proxy = true // the protocol is that of `x-forwarded-proto`
  const note = (error: unknown, { req }: Context) => (req.call.failure = error)
  provider.on('server_error', (context, error) => note(error, context as unknown as Context))
  ;(provider as EventEmitter).on('error', note)
  const respond = provider.callback()
  return (request: CalledRequest, response: ServerResponse) => void respond(request, response)
}

/** What belongs to one request: its transaction, and why the library failed. */
export type Call = { sql: Sql; failure: unknown }
type CalledRequest = IncomingMessage & { call: Call }

const current = () => (Provider.ctx as unknown as Context).req.call.sql

function configurationOf(app: App): Configuration {
  return {
    adapter: (kind) => ({ ...unsupported, ...adapterOf(app, kind) }),
    ...clients,
    ...lifetimes,
    cookies: {
      names: { session: SESSION_COOKIE, interaction: REQUEST_COOKIE, resume: 'vitrina-oauth-resume' },
      short: { httpOnly: true, sameSite: 'lax', signed: false },
      long: { httpOnly: true, sameSite: 'lax', signed: false },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: resourcesOf(app),
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `${PATHS.authorization}/${uid}/permisos` },
    jwks: { keys: [unusedKey()] },
    pkce: { required: () => true },
    renderError: (context, out) => {
      context.type = 'json'
      context.body = out
    },
    responseTypes: ['code'],
    routes: PATHS,
  }
}

const clients: Partial<Configuration> = {
  clientAuthMethods: ['none'],
  clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  // A refresh token for every client: the connectors don't ask for `offline_access`.
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  revokeGrantPolicy: () => true,
  expiresWithSession: () => false,
}

const lifetimes: Partial<Configuration> = {
  ttl: {
    AccessToken: (context) => cappedByGrant(context, HOUR),
    AuthorizationCode: MINUTE,
    Grant: DAY,
    IdToken: HOUR,
    Interaction: HOUR,
    RefreshToken: (context) => cappedByGrant(context, 30 * DAY),
    Session: MINUTE,
  },
}

type Context = { req: CalledRequest; oidc: { entities: { Grant?: { exp?: number } } } }

/** The lifetime of a token in seconds, capped by the end of its grant. */
function cappedByGrant(context: unknown, seconds: number): number {
  const { exp } = (context as Context).oidc.entities.Grant ?? {}
  return exp === undefined ? seconds : Math.max(1, Math.min(seconds, exp - Math.floor(Date.now() / 1000)))
}

function resourcesOf(app: App): NonNullable<Configuration['features']>['resourceIndicators'] {
  const known = resourceUrls(app)
  return {
    enabled: true,
    defaultResource: (_context, _client, oneOf) => oneOf?.[0] ?? resourceUrl(app, '/api/mcp'),
    useGrantedResource: () => true,
    getResourceServerInfo: (_context, resource) => {
      if (!known.includes(resource)) throw new errors.InvalidTarget()
      return { scope: STORE_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' }
    },
  }
}

/** The library requires a signing key for ID tokens, none of which is issued here. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' } as { kty: 'EC' }
}

function adapterOf(app: App, kind: string): Partial<Adapter> {
  switch (kind) {
    case 'Client':
      return clientAdapter(current)
    case 'Interaction':
      return requestAdapter(current)
    case 'Grant':
      return grantAdapter(current, resourceUrls(app))
    case 'AuthorizationCode':
    case 'AccessToken':
    case 'RefreshToken':
      return tokenAdapter(current, kind)
    default:
      return {}
  }
}

/** For models that are not stored: sessions, and those of disabled features. */
const unsupported: Adapter = {
  upsert: async () => {},
  find: async () => {},
  findByUserCode: async () => {},
  findByUid: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}
