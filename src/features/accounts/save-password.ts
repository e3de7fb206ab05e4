import type { Tx } from '../../core/database/db.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { endGrantsOf } from '../oauth/grant.ts'

export async function savePassword(tx: Tx, account: { id: string; email: string }, passwordHash: string) {
  await tx`
    update accounts
    set password_hash = ${passwordHash}, updated_at = statement_timestamp()
    where id = ${account.id}`
  await endGrantsOf(tx, account.id)
  await queueAccountMail(tx, account, 'account.password_changed', { at: new Date().toISOString() })
}
