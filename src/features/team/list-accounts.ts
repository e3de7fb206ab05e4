import type { Sql } from '../../core/database/db.ts'
import type { InvitedRole, Role } from '../../core/auth/roles.ts'

export type MemberAccount = {
  id: string
  accountId: string
  email: string
  name: string | null
  role: Role
  createdAt: string
}

/** For the panel and the operator: the members with their e-mail addresses, which the API never shows. */
export function listStoreAccounts(sql: Sql, storeId: string) {
  return sql<MemberAccount[]>`
    select members.id, members.account_id, accounts.email, accounts.name, members.role, members.created_at
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${storeId}
    order by members.created_at, members.id`
}

export type InvitedAddress = { id: string; email: string; role: InvitedRole; expiresAt: string }

/** For the panel: the invitations that may still be accepted, with whom they were sent to. */
export function listInvitedAddresses(sql: Sql, storeId: string) {
  return sql<InvitedAddress[]>`
    select id, email, role, expires_at
    from invitations
    where store_id = ${storeId} and expires_at > now()
    order by created_at, id`
}
