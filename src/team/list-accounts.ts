import type { Sql } from '../core/database/db.ts'
import type { Role } from './member.ts'

type MemberAccount = { id: string; email: string; role: Role; createdAt: string }

/** For the operator: the members with their e-mail addresses, which the API never shows. */
export function listStoreAccounts(sql: Sql, storeId: string) {
  return sql<MemberAccount[]>`
    select members.id, accounts.email, members.role, members.created_at
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${storeId}
    order by members.created_at, members.id`
}
