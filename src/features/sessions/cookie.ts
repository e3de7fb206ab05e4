import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { LIFETIME_DAYS } from './session.ts'

type Panel = Pick<App, 'panelUrl'>

const isHttps = ({ panelUrl }: Panel) => panelUrl.startsWith('https:')

export const cookieName = (panel: Panel, name: string) => (isHttps(panel) ? `__Host-${name}` : name)

/** The attributes of all cookies of the panel: this host only, not readable by scripts, not sent by other sites. */
export const cookieOptions = (panel: Panel) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(panel) }) as const

const SESSION = 'vitrina'

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request.server, SESSION)]
}

export function setSessionCookie(reply: FastifyReply, token: string): void {
  const { server } = reply
  const maxAge = LIFETIME_DAYS * 86_400
  void reply.setCookie(cookieName(server, SESSION), token, { ...cookieOptions(server), maxAge })
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { server } = reply
  void reply.clearCookie(cookieName(server, SESSION), cookieOptions(server))
}
