import type { Db } from '../core/database/db.ts'

/** Claims the domains of connections that a release before this one saved, or a file of a store brought. */
export async function adoptClaims(sql: Db): Promise<void> {
  await sql`
    insert into domains (domain, store_id, check_at)
    select settings ->> 'domain', connections.store_id, statement_timestamp()
    from connections
    join stores on stores.id = connections.store_id
    where connections.id = 'custom_domain'
    and settings ->> 'domain' is not null
    and not is_paused
    and deleted_at is null
    and not exists (select from domains where domains.store_id = connections.store_id)
    limit 100
    on conflict do nothing`
}
