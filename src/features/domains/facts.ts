import type { Sql } from '../../core/database/db.ts'
import type { DomainFacts } from './domain.ts'

export type StoreFacts = DomainFacts & { storeName: string; checkAt: string | null }

const UNUSED_DAYS = 90

export async function readFacts(sql: Sql, storeId: string): Promise<StoreFacts | null> {
  const [facts] = await sql<StoreFacts[]>`
    select
      domains.store_id, domains.domain, domains.state, stores.name as store_name, stores.plan <> 'free' as is_paid,
      coalesce(connections.is_paused, false) as is_paused, proved_at, leads_here, failed_days, failed_since,
      coalesce(last_request_at, opened_at) < statement_timestamp() - make_interval(days => ${UNUSED_DAYS}) is true as is_unused,
      grace_ends_at, checked_at, check_at, nullif(seen, '{}') as seen, statement_timestamp() as now,
      exists (
        select
        from domains others
        join stores theirs on theirs.id = others.store_id
        where others.domain = domains.domain
        and (others.proved_at, others.store_id) > (domains.proved_at, domains.store_id)
        and (others.state <> 'claimed' or theirs.plan <> 'free')
        and theirs.deleted_at is null
      ) as is_lost
    from domains
    join stores on stores.id = domains.store_id
    left join connections on connections.store_id = domains.store_id and connections.id = 'custom_domain'
    where domains.store_id = ${storeId}`
  return facts ?? null
}
