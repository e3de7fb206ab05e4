import type { Sql } from '../../core/database/db.ts'

type AccountRow = { id: string; email: string; name: string | null; stores: number; createdAt: string }

/** For the operator: every account, with the number of stores that it works on. */
export function listAccounts(sql: Sql) {
  return sql<AccountRow[]>`
    select
      accounts.id, accounts.email, accounts.name, count(stores.id) as stores, accounts.created_at
    from accounts
    left join members on members.account_id = accounts.id
    left join stores on stores.id = members.store_id and stores.deleted_at is null
    group by accounts.id
    order by accounts.created_at, accounts.id`
}
