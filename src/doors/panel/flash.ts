import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../core/texts/language.ts'
import { wordingIn, type Wording } from '../../core/texts/text.ts'
import { cookieName, cookieOptions } from '../../features/sessions/cookie.ts'

/** `undo` is a form that undoes the action; `links` are next steps. */
export type Flash<Text = Wording> = { message?: Text; undo?: Undo<Text>; links?: Link<Text>[] }
type Undo<Text> = { action: string; label: Text; fields?: Record<string, string> }
type Link<Text> = { href: string; label: Text }

const NAME = 'vitrina-flash'
const SECONDS = 60
const MAX_MESSAGE = 400

export function setFlash(reply: FastifyReply, given: Flash): void {
  const flash = flashIn(reply.request.language, given)
  if (!flash.message) return
  const value = Buffer.from(JSON.stringify(flash)).toString('base64url')
  const { server } = reply
  void reply.setCookie(cookieName(server, NAME), value, { ...cookieOptions(server), maxAge: SECONDS })
}

/** As it is stored: in the language of who reads it next. */
export function flashIn(language: Language, { message = '', undo, links = [] }: Flash): Flash<string> {
  const inLanguage = <T extends { label: Wording }>(one: T) => ({
    ...one,
    label: wordingIn(one.label, language),
  })
  return {
    message: wordingIn(message, language).slice(0, MAX_MESSAGE),
    ...(undo && { undo: inLanguage(undo) }),
    links: links.map(inLanguage),
  }
}

export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash<string> | null {
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
function toFlash({ message, undo, links = [] }: Record<string, unknown>): Flash<string> | null {
  if (typeof message !== 'string' || !Array.isArray(links)) return null
  const { action, label, fields = {} } = (undo ?? {}) as Record<string, unknown>
  const isOurs = isAddress(action) && typeof label === 'string' && isFields(fields)
  return { message, ...(isOurs && { undo: { action, label, fields } }), links: links.filter(isLink) }
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\/panel\/[\w/#-]*$/.test(value)

const isLink = (value: unknown): value is Link<string> => {
  const { href, label } = (value ?? {}) as Record<string, unknown>
  return isAddress(href) && typeof label === 'string'
}

const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
