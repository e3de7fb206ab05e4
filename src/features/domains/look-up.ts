import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../../core/config/config.ts'
import { fairQueue, QueueFull } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { rateLimited } from '../../core/errors/errors.ts'
import { codeOf } from '../../core/errors/start-error.ts'
import { isPublic } from '../../core/outgoing/destination.ts'
import { verificationRecordOf, type Seen } from './domain.ts'

export type DnsSettings = Pick<Config, 'dnsServers' | 'domainTarget'>

/** What a check found; `null` where the name servers did not respond, which is neither yes nor no. */
export type DomainCheck = { seen: Seen; isProved: boolean | null; leadsHere: boolean | null }

/** ms for a server to respond, twice; and for a whole check. */
const TIMEOUT = 2_000
const MAX_CHECK = 9_000
const MAX_TEXTS = 5
const MAX_TEXT = 200
const MAX_ADDRESSES = 8

const inTurn = fairQueue(queues.domainChecks)

/** Looks up what shows that a domain is this store's, and where it leads. @throws 429 while too many wait */
export async function lookUp(domain: string, storeId: string, settings: DnsSettings): Promise<DomainCheck> {
  try {
    return await inTurn(storeId, () => look(domain, storeId, settings))
  } catch (error) {
    throw error instanceof QueueFull ? rateLimited(5) : error
  }
}

async function look(
  domain: string,
  storeId: string,
  { dnsServers, domainTarget }: DnsSettings,
): Promise<DomainCheck> {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: 2 })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const timer = setTimeout(() => resolver.cancel(), MAX_CHECK)
  try {
    const { name, value } = verificationRecordOf(storeId, domain)
    const [records, own, target] = await Promise.all([
      found(resolver.resolveTxt(name)),
      addressesOf(resolver, domain),
      addressesOf(resolver, domainTarget),
    ])
    const texts = records?.map((parts) => parts.join('')) ?? null
    return {
      isProved: texts && texts.includes(value),
      leadsHere: haveOneInCommon(own, target),
      seen: {
        // Its own record first: of many, only some are stored.
        texts:
          texts &&
          [...new Set([...texts.filter((text) => text === value), ...texts])]
            .slice(0, MAX_TEXTS)
            .map(shortened),
        addresses: all(own)?.slice(0, MAX_ADDRESSES).map(shown) ?? null,
        target: { name: domainTarget, addresses: all(target)?.slice(0, MAX_ADDRESSES) ?? null },
      },
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The addresses of each kind, null for a kind that was not found out. */
type Addresses = (string[] | null)[]

function addressesOf(resolver: Resolver, name: string): Promise<Addresses> {
  if (isIP(name)) return Promise.resolve([[name]])
  return Promise.all([found(resolver.resolve4(name)), found(resolver.resolve6(name))])
}

/** None for a name without any; null where the servers failed or did not respond. */
async function found<T>(response: Promise<T[]>): Promise<T[] | null> {
  try {
    return await response
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error)) ? [] : null
  }
}

/** Null where what was not found out might have one. */
function haveOneInCommon(own: Addresses, target: Addresses): boolean | null {
  const known = new Set(target.flatMap((addresses) => addresses ?? []))
  if (own.some((addresses) => addresses?.some((address) => known.has(address)))) return true
  return all(own) && all(target) && false
}

const all = (addresses: Addresses): string[] | null =>
  addresses.includes(null) ? null : addresses.flatMap((some) => some ?? [])

/** The resolvers may know names of the operator's own network, which are nobody else's to see. */
const shown = (address: string) => (isPublic(address) ? address : 'una dirección privada')

const shortened = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
