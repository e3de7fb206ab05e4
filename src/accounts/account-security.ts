import type { Sql } from '../core/database/db.ts'

/** The protections of an account besides its password. */
export type Safeguards = { hasPasskey: boolean; hasSecondStep: boolean; isOwner: boolean }

export async function findSafeguards(sql: Sql, accountId: string): Promise<Safeguards> {
  const [row] = await sql<[Safeguards]>`
    select
      exists (select 1 from passkeys where account_id = ${accountId}) as has_passkey,
      totp_secret is not null as has_second_step,
      exists (select 1 from members where account_id = ${accountId} and role = 'OWNER') as is_owner
    from accounts
    where id = ${accountId}`
  return row
}
