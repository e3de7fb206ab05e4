import { randomUUID } from 'node:crypto'
import { saveConnection } from '../src/features/connections/save.ts'
import { checkDomain } from '../src/features/domains/check.ts'
import { verificationRecordOf } from '../src/features/domains/domain.ts'
import { findDomain } from '../src/features/domains/get.ts'
import { startDnsServer } from './dns-server.ts'
import { aStore } from './factories.ts'
import { startService } from './service.ts'

const TARGET = 'tiendas.example'

/** A service with a DNS server of its own, in which domains lead to it or not. */
export async function startServiceWithDns(env: Record<string, string> = {}) {
  const dns = await startDnsServer()
  dns.set(TARGET, { A: ['93.184.216.7', '93.184.216.8'], AAAA: ['2606:2800::7'] })
  const service = await startService({ DNS_SERVERS: dns.address, DOMAIN_TARGET: TARGET, ...env })
  const { sql } = service
  const { config } = service.app

  /** A store that saved a domain. Nothing is looked up yet. */
  async function aClaim(domain = `d${randomUUID()}.example`, overrides: Parameters<typeof aStore>[1] = {}) {
    const store = await aStore(service, overrides)
    await saveConnection(sql, { storeId: store.id, id: 'custom_domain', plan: 'pro' }, domain, config)
    return { ...store, domain }
  }
  const look = (store: { id: string }) => checkDomain(sql, store.id, config)
  const prove = ({ id, domain }: { id: string; domain: string }, ...others: string[]) => {
    const { name, value } = verificationRecordOf(id, domain)
    dns.set(name, { TXT: [value, ...others] })
  }
  const lead = ({ domain }: { domain: string }) => dns.set(domain, { CNAME: TARGET })

  return {
    service,
    dns,
    aClaim,
    look,
    prove,
    lead,
    /** A store whose domain is open. */
    anOpenDomain: async (overrides: Parameters<typeof aStore>[1] = {}) => {
      const store = await aClaim(undefined, overrides)
      prove(store)
      lead(store)
      await look(store)
      return store
    },
    /** What is known of its domain; `open` is what the store's pages go by. */
    stateOf: async (store: { id: string }) => {
      const [row] = await sql<
        { open: string | null }[]
      >`select domain as open from stores where id = ${store.id}`
      const found = await findDomain(sql, store.id)
      return { state: found?.state ?? null, hint: found?.hint?.in('es') ?? null, open: row!.open }
    },
    /** Moves all that is known of a store's domain into the past. */
    wait: (store: { id: string }, days: number) => sql`
      update domains
      set
        proved_at = proved_at - make_interval(days => ${days}), opened_at = opened_at - make_interval(days => ${days}),
        failed_since = failed_since - make_interval(days => ${days}),
        grace_ends_at = grace_ends_at - make_interval(days => ${days}),
        last_request_at = last_request_at - make_interval(days => ${days}),
        checked_at = checked_at - make_interval(days => ${days}), check_at = check_at - make_interval(days => ${days})
      where store_id = ${store.id}`,
    connectionOf: async (store: { key: string }) => {
      const { json } = await service.get('/api/v1/store/connections', store.key)
      return json.data.connections.find(({ id }: { id: string }) => id === 'custom_domain')!
    },
    mailsOf: async (store: { id: string }) => {
      const rows = await sql<{ event: string }[]>`
        select event from deliveries where store_id = ${store.id} and kind = 'mail' order by created_at`
      return rows.map(({ event }) => event)
    },
  }
}
