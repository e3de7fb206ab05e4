import { cleanText, truncated } from '../core/values/text.ts'

/** The stored part of a client's metadata (RFC 7591). All are public clients, which use PKCE. */
export type ClientMetadata = {
  client_name: string
  redirect_uris: string[]
  /** `native` when a redirect URI is on the loopback interface, where the port is ignored (RFC 8252). */
  application_type: 'web' | 'native'
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
}

/** The client metadata is invalid. */
export class InvalidMetadata extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: InvalidMetadata['code'], message: string) {
    super(message)
    this.code = code
  }
}

const MAX_URIS = 20
const MAX_URI_LENGTH = 1_000
const MAX_NAME_LENGTH = 60

/**
 * Validates the metadata that a client registers or publishes. Values that don't fit a public client with codes and refresh
 * tokens are replaced, which RFC 7591 allows. @throws InvalidMetadata
 */
export function readMetadata(given: unknown): ClientMetadata {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidMetadata('invalid_client_metadata', 'The metadata must be a JSON object')
  }
  const { redirect_uris: uris, client_name: name } = given as Record<string, unknown>
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS || !uris.every(isRedirectUri)) {
    throw new InvalidMetadata(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${MAX_URIS} addresses that are https, or http on localhost`,
    )
  }
  return {
    client_name: nameOf(name) ?? new URL(uris[0]!).host,
    redirect_uris: [...new Set(uris)],
    application_type: uris.some(isOnOwnMachine) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

function nameOf(given: unknown): string | null {
  const name = typeof given === 'string' ? cleanText(given.slice(0, 1_000), 'one') : null
  return name ? truncated(name.replaceAll(/\p{Cf}/gu, ''), MAX_NAME_LENGTH) : null
}

function isRedirectUri(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MAX_URI_LENGTH) return false
  if (!text.isWellFormed() || /[\s\\#\p{Cc}]/u.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' ? !isLoopback(url) : isOnOwnMachine(text)
}

/** Whether a redirect URI is on the user's own machine: loopback, or a custom scheme. */
export function isOnOwnMachine(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && isLoopback(url)
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
