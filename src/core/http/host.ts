import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { mapMethod } from './method-not-allowed.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** The host name of the request where it is not the service's own: a shop's domain, or unknown. */
    foreignHost?: string | null
  }
}

/** What every shop's pages load and post to: these paths do not begin with a slug. */
const SHARED = /^\/(?:api(?:[/?]|$)|(?:assets|media)\/|sw\.js(?:\?|$))/

/**
 * The path by which a request is routed. On a foreign host, a page is routed below `/~`, which only routes of shops match
 * (`/:slug/…`) and which is nobody's slug: pages of the service itself can't be reached there.
 */
export function pathByHost(urls: string[]) {
  const ownHosts = new Set(urls.map((url) => new URL(url).hostname))
  return (request: IncomingMessage): string => {
    mapMethod(request)
    request.foreignHost = foreignHost(request.headers.host ?? '', ownHosts)
    if (request.foreignHost === null) return request.url ?? ''
    const path = pathOf(request.url ?? '/')
    return SHARED.test(path) ? path : `/~${path.replace(/^\/(?=\?|$)/, '')}`
  }
}

/** Empty, or a name or an address, with or without a port (RFC 9112, 3.2); a name may be written in UTF-8, and is unknown then. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%\x80-\xff-]*)(?::\d*)?$/i

/** Whether the request has one `Host` at most, and a valid one: proxies and we might each read another. */
export function hasClearHost({ headers, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter(
    (text, i) => i % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  )
  return names.length <= 1 && HOST.test(headers.host ?? '')
}

export const hostName = (header: string) => header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Null for own hosts, IP addresses and names of one label. */
function foreignHost(header: string, ownHosts: Set<string>): string | null {
  if (ownHosts.has(header)) return null
  const name = hostName(header)
  const isOwn = !name.includes('.') || name.startsWith('[') || isIP(name) !== 0 || ownHosts.has(name)
  return isOwn ? null : name
}

/** The path of a request target, which may be an absolute URL; `/` where it has none. */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : '/'
}
