import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { Config } from '../../core/config/config.ts'
import { invalid } from '../../core/errors/errors.ts'

type Settings = Pick<Config, 'publicUrl' | 'panelUrl' | 'shopsDomain' | 'allowPrivateDestinations'>

/** Names without a host that anyone reaches: of Tor, of the Internet's own infrastructure, and of nobody. */
const noHost = /(?:^|\.)(?:onion|arpa|alt|invalid)$/
const privateSuffix = /(?:^|\.)(?:localhost|local|internal|test)$/
const hostName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A domain as it is typed or pasted, as it is stored: lower case, ASCII, without protocol, port and path. @throws 400 on `value` */
export function cleanDomain(submitted: string, settings: Settings): string {
  const host = submitted
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#]/, 1)[0]!
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
  const domain = domainToASCII(host)
  const problem = problemOf(domain, settings)
  if (problem) throw invalid('value', 'pattern', problem)
  return domain
}

/** Why a host name can't be a shop's, in Spanish; null where it can. */
function problemOf(
  domain: string,
  { publicUrl, panelUrl, shopsDomain, allowPrivateDestinations }: Settings,
): string | null {
  if (isIP(domain) || !hostName.test(domain)) return 'Solo el dominio, por ejemplo www.mitienda.com'
  const ours = [publicUrl, panelUrl].map((url) => new URL(url).hostname).concat(shopsDomain ?? [])
  if (ours.some((host) => domain === host || domain.endsWith(`.${host}`)))
    return 'Esa dirección es de este servicio: escribe un dominio tuyo'
  const isPrivate = privateSuffix.test(domain)
  if (isPrivate && allowPrivateDestinations) return null
  if (isPrivate || noHost.test(domain))
    return 'Ese nombre no existe en internet: escribe un dominio que hayas comprado'
  if (parse(domain, { allowPrivateDomains: true }).domain !== null) return null
  return `«${domain}» no es de una sola persona: escribe el nombre entero, por ejemplo mitienda.${domain}`
}
