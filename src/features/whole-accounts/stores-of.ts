import type { Sql } from '../../core/database/db.ts'
import type { Role } from '../../core/auth/roles.ts'

type StoreOf = { id: string; slug: string; name: string; role: Role; isOnlyOwner: boolean; since: string }

export const findStoresOf = (sql: Sql, accountId: string): Promise<StoreOf[]> => sql<StoreOf[]>`
  select
    stores.id, stores.slug, stores.name, own.role, own.created_at as since,
    own.role = 'OWNER' and not exists (
      select
      from members others
      where others.store_id = stores.id and others.role = 'OWNER' and others.account_id <> ${accountId}
    ) as is_only_owner
  from members own
  join stores on stores.id = own.store_id
  where own.account_id = ${accountId} and stores.deleted_at is null
  order by stores.name, stores.id`
