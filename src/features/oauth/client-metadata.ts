import { cleanText, truncated } from '../../core/values/text.ts'

/** The stored part of a client's metadata (RFC 7591). All are public clients, which use PKCE. */
export type ClientMetadata = {
  client_name: string
  redirect_uris: string[]
  /** `native` when a redirect URI is on the user's own machine; on the loopback interface the port is ignored (RFC 8252). */
  application_type: 'web' | 'native'
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
}

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

/** Values that don't fit a public client with codes and refresh tokens are replaced, as RFC 7591 allows. @throws InvalidMetadata */
export function readMetadata(given: unknown): ClientMetadata {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidMetadata('invalid_client_metadata', 'The metadata must be a JSON object')
  }
  const { redirect_uris: uris, client_name: name } = given as Record<string, unknown>
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS || !uris.every(isRedirectUri)) {
    throw new InvalidMetadata(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${MAX_URIS} addresses: https, http on localhost, or with an app's own scheme (app://…)`,
    )
  }
  return {
    client_name: nameOf(name) ?? destinationOf(uris[0]!),
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

/** Whether a redirect URI is on the user's own machine: loopback, or an app's private-use scheme (RFC 8252, 7.1). */
export function isOnOwnMachine(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' ? isLoopback(url) : isPrivateUse(text))
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Schemes of browsers and of systems' own programs, which run scripts, read files, or start something with the address. */
const SCHEMES_IN_USE = new Set(
  (
    'http https ws wss ftp sftp file filesystem blob data javascript vbscript livescript about view-source wyciwyg jar resource ' +
    'chrome edge opera brave moz-extension chrome-extension safari-extension safari-web-extension intent android-app content ' +
    'mailto tel callto sms smsto mms facetime facetime-audio sip sips geo maps market itms itms-apps itms-services shortcuts ' +
    'help afp smb nfs dav davs webcal ssh telnet rlogin rdp vnc ldap ldaps gopher news nntp irc ircs magnet urn cid mid ' +
    'search search-ms shell mhtml hcp res its mk'
  ).split(' '),
)

/** A scheme of the form `app:/…` that neither browsers nor systems use. */
function isPrivateUse(text: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9.+-]{1,60}):\/./i.exec(text) ?? []
  const name = scheme?.toLowerCase()
  return name !== undefined && !SCHEMES_IN_USE.has(name) && !/^(ms|x-apple)-/.test(name)
}

/** Where people are led, as they are told: a host, or the scheme of an app, whose addresses have hosts of the app's invention. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : `${protocol}//`
}
