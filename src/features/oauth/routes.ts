import type { App } from '../../core/http/app.ts'
import { allowAnyOrigin } from '../../core/http/cors.ts'
import { secureData } from '../../core/pages/security.ts'
import { limitBodies } from '../../core/http/route-defaults.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '../../core/errors/errors.ts'
import { limitPerAddress, limitPerNetwork } from '../../core/limits/rate-limit.ts'
import { newId } from '../../core/values/id.ts'
import { PATHS, issuerOf, METADATA, resourceUrl, RESOURCES, type Resource } from './addresses.ts'
import { InvalidMetadata, readMetadata } from './client-metadata.ts'
import { addClient, hasRoomForClient } from './clients.ts'
import { STORE_SCOPES } from '../../core/auth/scopes.ts'

const MAX_BODY = 64 * 1024

export async function oauthRoutes(app: App) {
  limitBodies(app, MAX_BODY)
  allowAnyOrigin(app)
  app.addHook('onRequest', secureData)
  metadataRoutes(app)
  registerClientRoute(app)
  tokenRoutes(app)
}

/** Assistants' connectors share few IP addresses, and register once per service. */
const REGISTER_LIMIT = { name: 'oauth-register', max: 60, seconds: 3600 }
const NETWORK_LIMIT = { name: 'oauth-register-network', max: 240, seconds: 3600 }

/** Dynamic registration (RFC 7591), for clients that publish no metadata document. Clients without a grant are purged. */
function registerClientRoute(app: App) {
  app.post(PATHS.registration, {
    onRequest: [limitPerNetwork(NETWORK_LIMIT), limitPerAddress(REGISTER_LIMIT)],
    handler: register,
  })
}

async function register({ sql, body }: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  try {
    const client = { client_id: newId(), ...readMetadata(body) }
    if (!(await hasRoomForClient(sql))) throw tooBusy()
    await addClient(sql, client)
    const issuedAt = Math.floor(Date.now() / 1000)
    return reply.code(201).send(JSON.stringify({ ...client, client_id_issued_at: issuedAt }))
  } catch (error) {
    if (!(error instanceof InvalidMetadata)) throw error
    return reply.code(400).send(JSON.stringify({ error: error.code, error_description: error.message }))
  }
}

/** Assistants' connectors serve many people from few IP addresses. */
const TOKEN_LIMIT = { name: 'oauth-token', max: 600, seconds: 60 }

function tokenRoutes(app: App) {
  acceptForms(app)
  for (const url of [PATHS.token, PATHS.revocation]) {
    app.post<{ Body: string }>(url, { onRequest: limitPerAddress(TOKEN_LIMIT), handler: forward })
  }
}

/** Leaves the body as text: the library parses it. */
const acceptForms = (app: App) =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )

async function forward(request: FastifyRequest<{ Body: string }>, reply: FastifyReply) {
  const { server, url, body, clientAddress: address } = request
  const payload = typeof body === 'string' ? body : ''
  const response = await server.authorizationServer.handle({
    method: 'POST',
    url: url.split('?')[0]!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    payload,
    clientId: new URLSearchParams(payload).get('client_id'),
    address,
  })
  const challenge = response.headers['www-authenticate']
  if (challenge) reply.header('www-authenticate', challenge)
  return reply
    .code(response.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(response.body)
}

/** Discovery: the protected resource metadata of the assistants' endpoint (RFC 9728), and of the authorization server (RFC 8414). */
function metadataRoutes(app: App) {
  for (const resource of RESOURCES) serve(app, METADATA + resource, protectedResource(app, resource))
  serve(app, METADATA, protectedResource(app, '/api/mcp'))
  serve(app, '/.well-known/oauth-authorization-server', authorizationServer(app))
}

function serve(app: App, path: string, metadata: object) {
  const body = JSON.stringify(metadata)
  app.get(path, (_request, reply: FastifyReply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(body),
  )
}

const protectedResource = (app: App, resource: Resource) => ({
  resource: resourceUrl(app, resource),
  resource_name: 'Vitrina',
  resource_documentation: `${app.publicUrl}/docs`,
  authorization_servers: [issuerOf(app)],
  scopes_supported: STORE_SCOPES,
  bearer_methods_supported: ['header'],
})

const authorizationServer = (app: App) => ({
  issuer: issuerOf(app),
  authorization_endpoint: app.panelUrl + PATHS.authorization,
  token_endpoint: app.publicUrl + PATHS.token,
  registration_endpoint: app.publicUrl + PATHS.registration,
  revocation_endpoint: app.publicUrl + PATHS.revocation,
  service_documentation: `${app.publicUrl}/docs`,
  scopes_supported: STORE_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})
