import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../features/sessions/cookie.ts'

/** `undo` is a form that undoes the action; `links` are next steps. */
export type Flash = { message?: string; undo?: Undo; links?: Link[] }
type Undo = { action: string; label: string; fields?: Record<string, string> }
type Link = { href: string; label: string }

const NAME = 'vitrina-flash'
const SECONDS = 60
const MAX_MESSAGE = 400

export function setFlash(reply: FastifyReply, { message, undo, links }: Flash): void {
  if (!message) return
  const flash = { message: message.slice(0, MAX_MESSAGE), undo, links }
  const value = Buffer.from(JSON.stringify(flash)).toString('base64url')
  const { server } = reply
  void reply.setCookie(cookieName(server, NAME), value, { ...cookieOptions(server), maxAge: SECONDS })
}

export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const name = cookieName(request.server, NAME)
  const value = request.cookies[name]
  if (value === undefined) return null
  void reply.clearCookie(name, cookieOptions(request.server))
  try {
    return toFlash(JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, unknown>)
  } catch {
    return null
  }
}

/** Parses the cookie, which a browser may have changed: anything that we could not have written is dropped. */
function toFlash({ message, undo, links = [] }: Record<string, unknown>): Flash | null {
  if (typeof message !== 'string' || !Array.isArray(links)) return null
  const { action, label, fields = {} } = (undo ?? {}) as Record<string, unknown>
  const isOurs = isAddress(action) && typeof label === 'string' && isFields(fields)
  return { message, ...(isOurs && { undo: { action, label, fields } }), links: links.filter(isLink) }
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\/panel\/[\w/#-]*$/.test(value)

const isLink = (value: unknown): value is Link => {
  const { href, label } = (value ?? {}) as Record<string, unknown>
  return isAddress(href) && typeof label === 'string'
}

const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
