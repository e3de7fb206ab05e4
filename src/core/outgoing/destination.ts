import type { LookupAddress, LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination'
}

type Respond = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
export type Resolve = (host: string, options: LookupOptions & { all: true }, respond: Respond) => void

const AZURE_WIRE_SERVER = '168.63.129.16' // Azure's internal endpoint, in the middle of the public addresses

/** Whether an address is public unicast: not private, loopback, shared, translated, reserved or multicast. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return parsed.toString() !== AZURE_WIRE_SERVER
  return parsed.match(ipaddr.parse('2000::'), 3)
}

/** The IP address in a URL's host, or null where the host is a name. */
export function ipLiteral(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : null
}

/** Fails when any address of the name is not public. The connection uses its result, which prevents DNS rebinding. */
export function publicLookup(resolve: Resolve = nameServers()): LookupFunction {
  return function lookup(host, options, done) {
    if (isLocalName(host)) return done(forbiddenDestination(host), [])
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const privateAddress = addresses.find(({ address }) => !isPublic(address))
      if (privateAddress || addresses.length === 0) return done(forbiddenDestination(host), [])
      if (options.all) done(null, addresses)
      else done(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

const isLocalName = (host: string) => /(^|\.)localhost\.?$/i.test(host)

const CACHE_MS = 30_000

/** `dns.lookup` uses four threads, which four names with unresponsive servers would block for all. */
export function nameServers(servers?: string[]): Resolve {
  let resolver: Resolver
  let staleAt = -1

  return function resolve(host, _options, respond) {
    if (performance.now() > staleAt) renew()
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then(([v4, v6]) => {
      const addresses = [...addressesIn(v4, 4), ...addressesIn(v6, 6)]
      respond(addresses.length > 0 ? null : unknown(host, v4), addresses)
    })
  }

  /** Re-reads the system's name servers. */
  function renew() {
    resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    staleAt = performance.now() + CACHE_MS
  }
}

const addressesIn = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
  found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []

const unknown = (host: string, found: PromiseSettledResult<unknown>) =>
  Object.assign(new Error(`${host} has no address`, { cause: found }), { code: 'ENOTFOUND' })

export const forbiddenDestination = (host: string) =>
  new ForbiddenDestination(`${host} is not a public address`)

// Ports of other protocols, from the Fetch standard's list of bad ports.
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]) // prettier-ignore

const resolveByNameServers = nameServers()

export async function destinationError(text: string, resolve: Resolve = resolveByNameServers) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'malformed'
  if (url.username || url.password) return 'credentials'
  if (url.protocol !== 'https:') return 'not_https'
  const port = Number(url.port || 443)
  if ((port < 1024 && port !== 443) || blockedPorts.has(port)) return 'port'
  const literal = ipLiteral(url.hostname)
  if (literal) return isPublic(literal) ? null : 'not_public'
  if (url.hostname.endsWith('.')) return 'trailing_dot'
  if (isLocalName(url.hostname)) return 'not_public'
  return (await resolvesToPrivate(url.hostname, resolve)) ? 'not_public' : null
}

function resolvesToPrivate(host: string, resolve: Resolve): Promise<boolean> {
  return new Promise((done) => {
    resolve(host, { all: true }, (error, addresses) =>
      done(!error && addresses.some(({ address }) => !isPublic(address))),
    )
  })
}
