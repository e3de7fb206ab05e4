import type { Sql } from '../core/database/db.ts'

/** What protects an account besides its password. */
export type AccountSecurity = { hasPasskey: boolean; hasSecondStep: boolean; isOwner: boolean }

export async function findAccountSecurity(sql: Sql, accountId: string): Promise<AccountSecurity> {
  const [row] = await sql<[AccountSecurity]>`
    select
      exists (select 1 from passkeys where account_id = ${accountId}) as has_passkey,
      totp_secret is not null as has_second_step,
      exists (select 1 from members where account_id = ${accountId} and role = 'OWNER') as is_owner
    from accounts
    where id = ${accountId}`
  return row
}
