import type { Db } from '../../core/database/db.ts'

const MAX_CLAIMS = 100

/** Claims the domains of connections that 0.3.0 saved, also beside this release while processes are replaced. */
export async function adoptClaims(sql: Db): Promise<boolean> {
  const { count } = await sql`
    insert into domains (domain, store_id, check_at)
    select settings ->> 'domain', connections.store_id, statement_timestamp()
    from connections
    join stores on stores.id = connections.store_id
    where connections.id = 'custom_domain'
    and settings ->> 'domain' is not null
    and not is_paused
    and deleted_at is null
    and not exists (select from domains where domains.store_id = connections.store_id)
    limit ${MAX_CLAIMS}
    on conflict do nothing`
  return count === MAX_CLAIMS
}
