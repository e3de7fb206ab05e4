import type { App } from '../../core/http/app.ts'

type Urls = Pick<App, 'publicUrl' | 'panelUrl'>

/** The paths of the assistants' endpoint; each is a protected resource (RFC 9728), and tokens are valid for both. */
export const RESOURCES = ['/api/mcp', '/mcp'] as const
export type Resource = (typeof RESOURCES)[number]

export const issuerOf = ({ publicUrl }: Urls) => publicUrl

export const resourceUrl = ({ publicUrl }: Urls, resource: Resource) => publicUrl + resource

/** Where a resource's metadata is (RFC 9728): its path follows the well-known one. */
export const METADATA = '/.well-known/oauth-protected-resource'

/** Paths of the authorization server. The first is a page of the panel, where people sign in. */
export const PATHS = {
  authorization: '/panel/conectar',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
}

/** The accepted values of the `resource` parameter, with and without a trailing slash. */
export const resourceUrls = (urls: Urls): string[] =>
  RESOURCES.flatMap((resource) => [resourceUrl(urls, resource), `${resourceUrl(urls, resource)}/`])
