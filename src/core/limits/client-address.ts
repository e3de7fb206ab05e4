import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = [Address, number]

/** The rightmost address in `X-Forwarded-For` that is no trusted proxy; IPv6 by /64, which is what one subscriber gets. */
export function clientAddress(request: IncomingMessage, trusted: Cidr[]): string {
  const { remoteAddress = '' } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  if (!forwarded || trusted.length === 0) return parse(remoteAddress).counted
  let client = parse(remoteAddress)
  for (const hop of String(forwarded).split(',').toReversed()) {
    if (!isTrusted(client, trusted)) break
    const before = parse(withoutPort(hop.trim()))
    if (!before.address) break // malformed: the proxy that forwarded it is the last known hop
    client = before
  }
  return client.counted
}

/** The /48 of a counted IPv6 address; null for IPv4. */
export const networkOf = (counted: string): string | null =>
  counted.endsWith('/64') ? `${counted.split(':').slice(0, 3).join(':')}/48` : null

/** Whether the request came in over HTTPS: to this process, or to a trusted proxy that says so. */
export function isSecure(request: IncomingMessage, trusted: Cidr[]): boolean {
  if ('encrypted' in request.socket) return true
  if (!isTrusted(parse(request.socket.remoteAddress ?? ''), trusted)) return false
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

/** The parsed address, null where the text is invalid, and the text that limits count it under. */
type Parsed = { address: Address | null; counted: string }

const unknown: Parsed = { address: null, counted: 'unknown' }
/** Addresses repeat, and parsing one costs more than the rest of a log line. */
const parsed = new LRUCache<string, Parsed>({ max: 5_000 })

function parse(text: string): Parsed {
  const known = parsed.get(text)
  if (known) return known
  if (text.length > MAX_ADDRESS || !ipaddr.isValid(text)) return unknown
  const own = copyOf(text)
  const address = ipaddr.process(own)
  const counted = address.kind() === 'ipv4' ? address.toString() : `${first64Bits(address)}/64`
  parsed.set(own, { address, counted })
  return { address, counted }
}

/** A substring in V8 references the whole header, of up to 16 KB, and would keep it in memory. */
const copyOf = (text: string) => Buffer.from(text).toString()

function isTrusted({ address }: Parsed, trusted: Cidr[]): boolean {
  return trusted.some(([network, bits]) => address?.kind() === network.kind() && address.match(network, bits))
}

function first64Bits(address: Address): string {
  return (address as ipaddr.IPv6).toNormalizedString().split(':').slice(0, 4).join(':')
}
