import type { Sql, Tx } from '../../core/database/db.ts'
import { endGrantsOf } from '../oauth/grant.ts'
import { endSessions } from '../sessions/session.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { deleteChallenges } from './challenge.ts'
import { removeKnownDevices } from './known-device.ts'

export const DELETED_DAYS = 30

/** Ends every way in but a code or a new password by mail, which take the account back. */
export async function markDeleted(tx: Tx, account: { id: string; email: string }): Promise<void> {
  await queueAccountMail(tx, account, 'account.deleted', { days: DELETED_DAYS })
  await tx`
    update accounts
    set deleted_at = statement_timestamp(), password_hash = '', updated_at = statement_timestamp()
    where id = ${account.id}`
  await endAccess(tx, account.id)
}

async function endAccess(tx: Tx, accountId: string): Promise<void> {
  await endSessions(tx, accountId)
  await endGrantsOf(tx, accountId)
  await deleteChallenges(tx, accountId)
  await removeKnownDevices(tx, accountId)
  await tx`delete from passkeys where account_id = ${accountId}`
}

export const takeBack = (tx: Tx, accountId: string) =>
  tx`update accounts set deleted_at = null where id = ${accountId} and deleted_at is not null and erased_at is null`

/**
 * Erases the person of accounts that were deleted 30 days ago. The rows stay without address, name and secrets, because records of
 * changes name them. @returns whether there may be more
 */
export async function eraseDeletedAccounts(sql: Sql): Promise<boolean> {
  const { count } = await sql`
    with due as (
      select id
      from accounts
      where deleted_at < now() - make_interval(days => ${DELETED_DAYS}) and erased_at is null
      order by deleted_at
      limit ${MAX_ERASED}
      for update skip locked
    ), codes as (
      delete from recovery_codes where account_id = any(array(select id from due))
    )
    update accounts
    set
      email = id || '@erased.invalid', name = null, totp_secret = null, totp_last_step = null,
      erased_at = statement_timestamp(), updated_at = statement_timestamp()
    where id = any(array(select id from due))`
  return count === MAX_ERASED
}

const MAX_ERASED = 500
