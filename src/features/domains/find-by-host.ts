import { LRUCache } from 'lru-cache'
import { batchLoader } from '../../core/database/batch-loader.ts'
import type { Sql } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import { slugOfHost } from '../stores/address.ts'

/** The store of a host: of its name below `SHOPS_DOMAIN`, or of a domain that is open, or redirects to the store's address here. */
export type DomainStore = { storeId: string; slug: string; domain: string; isOpen: boolean }

declare module 'fastify' {
  interface FastifyInstance {
    domains: ReturnType<typeof domainLookup>
  }
}

/**
 * ms that a found domain is not read again: without it each page costs a query more (`bench/shop-domain.ts`). Pages of a store that
 * lost its domain are rejected sooner, by the store's page version.
 */
const MAX_AGE = 1_000
type Service = Pick<App, 'sql' | 'log' | 'publicUrl' | 'panelUrl' | 'shopsDomain'>

/** Unknown names, which are not looked up again for 10 s. Up to 500 others are looked up in one query. */
const UNKNOWN = { max: 10_000, ttl: 10_000 }

export function addDomainLookup(app: App): void {
  app.decorate('domains', domainLookup(app))
  app.afterWrite.add(app.domains.clear)
}

function domainLookup(app: Service) {
  const load = batchLoader((names: string[]) => readHosts(app, names))
  let recent = new Map<string, DomainStore>()
  let since = 0
  const unknown = new LRUCache<string, true>(UNKNOWN)
  return { recall, find, clear }

  /** What was found within `MAX_AGE`, without a promise: pages are nearly as fast by domain as by slug. */
  function recall(name: string): DomainStore | undefined {
    if (performance.now() - since > MAX_AGE) clear()
    return recent.get(name)
  }

  /** Made-up names never remove one that is known. @param name lower case, without a port */
  async function find(name: string): Promise<DomainStore | undefined> {
    const known = recall(name)
    if (known || !isDomain(name) || unknown.get(name)) return known
    const current = recent // replaced by a write meanwhile: what was read before it is not kept
    const found = await load(name)
    if (found) current.set(name, found)
    else unknown.set(name, true)
    return found
  }

  /** Forgets what was found; names that were unknown stay so, or a flood of them would be looked up after each write. */
  function clear(): void {
    recent = new Map()
    since = performance.now()
  }
}

const isDomain = (name: string) => name.length <= 253 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)

async function readHosts(app: Service, names: string[]): Promise<(DomainStore | undefined)[]> {
  const slugs = new Map(names.flatMap((name) => [[slugOfHost(app, name), name]] as const))
  slugs.delete(null)
  const found = [...(await readDomains(app, names)), ...(slugs.size > 0 ? await readSlugs(app, slugs) : [])]
  const byName = new Map(found.map((row) => [row.domain, row]))
  return names.map((name) => byName.get(name))
}

/** Former slugs, too: their hosts lead to the present one. */
async function readSlugs({ sql }: Service, hosts: Map<string | null, string>): Promise<DomainStore[]> {
  const rows = await sql<(Omit<DomainStore, 'domain'> & { asked: string })[]>`
    select stores.id as store_id, stores.slug, slugs.slug as asked, true as is_open
    from slugs
    join stores on stores.id = slugs.store_id
    where slugs.slug = any(${[...hosts.keys()]}::text[]) and (held_until is null or held_until > now()) and deleted_at is null`
  return rows.map(({ asked, ...row }) => ({ ...row, domain: hosts.get(asked)! }))
}

async function readDomains({ sql, log }: Service, names: string[]): Promise<DomainStore[]> {
  const rows = await sql<(DomainStore & { isDue: boolean })[]>`
    select domains.store_id, stores.slug, domains.domain, domains.state = 'open' as is_open, ${isRequestDue(sql)} as is_due
    from domains
    join stores on stores.id = domains.store_id
    where domains.domain = any(${names}) and domains.state <> 'claimed' and stores.deleted_at is null`
  const due = rows.flatMap(({ storeId, isDue }) => (isDue ? storeId : []))
  void noteDomainRequest(sql, due).catch((err: unknown) =>
    log.error({ err }, 'visits of domains not recorded'),
  )
  return rows
}

/** Whether that shoppers come by a store's domain was last recorded over an hour ago. */
const isRequestDue = (sql: Sql) =>
  sql`(last_request_at is null or last_request_at < statement_timestamp() - interval '1 hour')`

/** Records that shoppers came by these stores' domains, at most once an hour for each. */
export async function noteDomainRequest(sql: Sql, storeIds: readonly string[]): Promise<void> {
  if (storeIds.length === 0) return
  // Locked in the order of their ids; rows that another process writes are skipped.
  await sql`
    update domains
    set last_request_at = statement_timestamp()
    where store_id = any(array(
      select store_id
      from domains
      where store_id = any(${storeIds}) and ${isRequestDue(sql)}
      order by store_id
      for no key update skip locked
    ))`
}
