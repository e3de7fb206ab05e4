import { brotliDecompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed } from '../../core/http/compress.ts'
import { cookieName, cookieOptions } from '../../sessions/cookie.ts'
import { lastOf, type FormFields } from './form-fields.ts'
import { isKeyOf } from './form-key.ts'
import type { TypedForm } from './form.ts'
import { readForm } from './read-form.ts'

const NAME = 'vitrina-form'
const SECONDS = 3600
const MAX_TEXT = 64 * 1024
/** Proxies take some 4 KB of headers, and browsers as much for a cookie. */
const MAX_COOKIE = 2800
const TOO_LONG = '-'

/** Stores a form that was sent without a session in a cookie, until its page is shown to who signed in. Passwords are left out. */
export async function saveForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { server } = reply
  const { fields } = await readForm(request, reply, null)
  const typed = [...fields].filter(([name]) => !/password|passkey|secret/i.test(name))
  const text = Buffer.from(JSON.stringify([request.url.split('?')[0], typed]))
  const value =
    text.length > MAX_TEXT ? TOO_LONG : (await compressed(text, 'br', 'quick')).toString('base64url')
  const cookie = value.length > MAX_COOKIE ? TOO_LONG : value
  void reply.setCookie(cookieName(server, NAME), cookie, { ...cookieOptions(server), maxAge: SECONDS })
}

/** What the sign-in page says about a form that was sent without a session. */
export function savedFormNotice(request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieName(request.server, NAME)]
  if (cookie === undefined) return null
  return cookie === TOO_LONG
    ? 'Tu sesión venció, y lo que escribiste era demasiado largo para conservarlo.'
    : 'Tu sesión venció. Entra otra vez: lo que escribiste te espera.'
}

/** The form that was sent without a session, if it is one of these and was rendered for this account; the cookie is cleared. */
export function takeSavedForm(
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string | null,
  isOfPage: (action: string) => boolean,
): TypedForm | null {
  const cookie = request.cookies[cookieName(request.server, NAME)]
  const saved = cookie === undefined ? null : readCookie(cookie)
  if (!saved || !isOfPage(saved.action)) return null
  clearSavedForm(reply)
  if (!isKeyOf(lastOf(saved.fields, '_key') ?? '', accountId)) return null
  const message =
    'Tu sesión venció antes de guardar. Lo que escribiste sigue aquí: revísalo y guárdalo otra vez.'
  return { ...saved, issues: [], message }
}

export function clearSavedForm(reply: FastifyReply): void {
  void reply.clearCookie(cookieName(reply.server, NAME), cookieOptions(reply.server))
}

/** Parses the cookie, which a browser may have changed. */
function readCookie(cookie: string): { action: string; fields: FormFields } | null {
  try {
    const text = brotliDecompressSync(Buffer.from(cookie, 'base64url'), { maxOutputLength: MAX_TEXT })
    const [action, fields] = JSON.parse(text.toString()) as [unknown, unknown]
    if (typeof action !== 'string' || !Array.isArray(fields) || !fields.every(isField)) return null
    return { action, fields: new Map(fields) }
  } catch {
    return null
  }
}

const isField = (entry: unknown): entry is [string, string[]] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Array.isArray(entry[1]) &&
  entry[1].every((value) => typeof value === 'string')
