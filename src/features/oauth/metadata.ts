import type { FastifyReply } from 'fastify'
import { STORE_SCOPES } from '../../core/auth/scopes.ts'
import type { App } from '../../core/http/app.ts'
import { issuerOf, METADATA, PATHS, resourceUrl, RESOURCES, type Resource } from './addresses.ts'

/** Discovery: the protected resource metadata of the assistants' endpoint (RFC 9728), and of the authorization server (RFC 8414). */
export function metadataRoutes(app: App) {
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
