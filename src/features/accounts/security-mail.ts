import type { Tx } from '../../core/database/db.ts'
import type { SecurityChange } from '../mail/mail.ts'
import { queueAccountMail } from '../mail/queue.ts'

type Account = { id: string; email: string }

export const mailSecurityChange = (tx: Tx, account: Account, change: SecurityChange) =>
  queueAccountMail(tx, account, 'account.security_changed', { change, at: new Date().toISOString() })
