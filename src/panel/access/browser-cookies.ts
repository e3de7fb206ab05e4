import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameBrowser, type Browser } from '../../accounts/browser.ts'
import { CODE_MINUTES } from '../../accounts/challenge.ts'
import { KNOWN_DAYS } from '../../accounts/known-device.ts'
import { cookieName, cookieOptions } from '../../sessions/cookie.ts'

/** The token of a known browser; it outlives signing out. */
const DEVICE = 'vitrina-device'

/** The cookies that bind a challenge to the browser, by its kind. */
type ChallengeCookie = 'vitrina-code' | 'vitrina-step' | 'vitrina-passkey'

/** Whether a cookie's value has the form of our secrets: 256 bits in base64url. */
const isSecret = (text: string | undefined): text is string => /^[A-Za-z0-9_-]{43}$/.test(text ?? '')

/** The browser that a request comes from. */
export function browserOf({ cookies, headers, server }: FastifyRequest): Browser {
  const token = cookies[cookieName(server, DEVICE)]
  return { name: nameBrowser(headers['user-agent']), deviceToken: isSecret(token) ? token : null }
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  const { server } = reply
  const maxAge = KNOWN_DAYS * 86_400
  void reply.setCookie(cookieName(server, DEVICE), token, { ...cookieOptions(server), maxAge })
}

/** Binds a code, a step or a passkey's challenge to the browser that asked for it. */
export function setChallengeCookie(reply: FastifyReply, name: ChallengeCookie, secret: string): void {
  const { server } = reply
  const maxAge = CODE_MINUTES * 60
  void reply.setCookie(cookieName(server, name), secret, { ...cookieOptions(server), maxAge })
}

/** The secret of the browser's challenge; without the cookie an empty one, which matches no challenge. */
export function challengeOf({ cookies, server }: FastifyRequest, name: ChallengeCookie): string {
  const secret = cookies[cookieName(server, name)]
  return isSecret(secret) ? secret : ''
}

export function clearChallengeCookie(reply: FastifyReply, name: ChallengeCookie): void {
  const { server } = reply
  void reply.clearCookie(cookieName(server, name), cookieOptions(server))
}
