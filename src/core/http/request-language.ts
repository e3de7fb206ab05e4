import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultLanguage, isLanguage, type Language } from '../texts/language.ts'
import { qualityOf } from './compress.ts'

const COOKIE = 'vitrina-language'
const YEAR = 365 * 86_400

/** The parameter of an address by which a page is read in another language; the browser keeps it. */
export const LANGUAGE_PARAMETER = 'idioma'

/**
 * The language of a page that is no store's, for a reader who is not signed in: the one of the address, the one that this browser
 * has chosen before, or the first of `Accept-Language`.
 */
export function pageLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const { headers, query, server } = request
  reply.header('vary', 'accept-language, cookie')
  const chosen = (query as Record<string, unknown> | null)?.[LANGUAGE_PARAMETER]
  if (isLanguage(chosen)) {
    const secure = server.publicUrl.startsWith('https:') ? '; Secure' : ''
    reply.header('cache-control', 'private, no-cache')
    reply.header(
      'set-cookie',
      `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${secure}`,
    )
    return chosen
  }
  return keptLanguage(headers.cookie) ?? acceptedLanguage(headers['accept-language']) ?? defaultLanguage
}

function keptLanguage(cookies = ''): Language | undefined {
  const [, kept] = /(?:^|; )vitrina-language=(\w+)/.exec(cookies) ?? []
  return isLanguage(kept) ? kept : undefined
}

function acceptedLanguage(header = ''): Language | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [tag, quality] = entry.trim().split(';')
      return { language: tag!.trim().split('-')[0], quality: qualityOf(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return accepted.map(({ language }) => language).find(isLanguage)
}
