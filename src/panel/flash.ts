import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../sessions/cookie.ts'

/** A message that the next page shows once; `undo` is a form that takes back what was done: its address and fields. */
export type Flash = { message?: string; undo?: Undo }
type Undo = { action: string; label: string; fields?: Record<string, string> }

const NAME = 'vitrina-flash'
const SECONDS = 60
const MAX_MESSAGE = 400

export function setFlash(reply: FastifyReply, { message, undo }: Flash): void {
  if (!message) return
  const value = Buffer.from(JSON.stringify({ message: message.slice(0, MAX_MESSAGE), undo })).toString(
    'base64url',
  )
  const { server } = reply
  void reply.setCookie(cookieName(server, NAME), value, { ...cookieOptions(server), maxAge: SECONDS })
}

/** The message that the page before left, which is gone with this. */
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
function toFlash({ message, undo }: Record<string, unknown>): Flash | null {
  if (typeof message !== 'string') return null
  const { action, label, fields = {} } = (undo ?? {}) as Record<string, unknown>
  const isOurs = typeof action === 'string' && typeof label === 'string' && /^\/panel\/[\w/-]*$/.test(action)
  return { message, ...(isOurs && isFields(fields) && { undo: { action, label, fields } }) }
}

const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
