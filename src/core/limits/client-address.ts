import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = [Address, number]

/**
 * The caller's address for rate limits: the rightmost address in `X-Forwarded-For` that is not a trusted proxy. IPv6 counts
 * by /64, which is what one subscriber gets.
 */
export function clientAddress(request: IncomingMessage, trusted: Cidr[]): string {
  let client = parse(request.socket.remoteAddress ?? '')
  const hops = trusted.length === 0 ? [] : String(request.headers['x-forwarded-for'] ?? '').split(',')
  for (const hop of hops.toReversed()) {
    if (!client || !isTrusted(client, trusted)) break
    const before = parse(withoutPort(hop.trim()))
    if (!before) break // malformed: the proxy that forwarded it is the last known hop
    client = before
  }
  if (!client) return 'unknown'
  return client.kind() === 'ipv4' ? client.toString() : `${first64Bits(client)}/64`
}

/** Whether the request came in over HTTPS: to this process, or to a trusted proxy that says so. */
export function isSecure(request: IncomingMessage, trusted: Cidr[]): boolean {
  if ('encrypted' in request.socket) return true
  const proxy = parse(request.socket.remoteAddress ?? '')
  if (!proxy || !isTrusted(proxy, trusted)) return false
  return (
    String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() === 'https'
  )
}

/** Some proxies write the port too: `198.51.100.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}

/** Characters of an IPv6 address with the longest name of an interface. */
const MAX_ADDRESS = 64

/** Addresses repeat, and parsing one costs more than the rest of a log line. */
const parsed = new LRUCache<string, { address: Address | null }>({
  max: 5_000,
  memoMethod: (text) => ({ address: ipaddr.isValid(text) ? ipaddr.process(text) : null }),
})

function parse(text: string): Address | null {
  return text.length > MAX_ADDRESS ? null : parsed.memo(text).address
}

function isTrusted(address: Address, trusted: Cidr[]): boolean {
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

function first64Bits(address: Address): string {
  return (address as ipaddr.IPv6).toNormalizedString().split(':').slice(0, 4).join(':')
}
