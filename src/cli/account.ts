import { createAccount } from '../accounts/create.ts'
import { listAccounts } from '../accounts/list.ts'
import { endDevices } from '../accounts/devices.ts'
import { findAccount } from '../accounts/find.ts'
import { openRecovery, RECOVERY_MINUTES } from '../accounts/recovery.ts'
import type { Call } from './command.ts'
import { readPassword } from './password.ts'
import { singlePage } from './print.ts'

export async function create({ sql, flags }: Call) {
  return createAccount(sql, {
    email: flags['email']!,
    password: await readPassword(flags['password']),
    name: flags['name'] ?? null,
  })
}

export async function list({ sql }: Call) {
  return singlePage(await listAccounts(sql))
}

/** The operator passes the link on; no mail is sent. */
export async function reset({ sql, flags, config }: Call) {
  const account = await findAccount(sql, flags['email']!)
  const token = await openRecovery(sql, account.id)
  return {
    url: `${config.panelUrl}/panel/recuperar/${token}`,
    expiresAt: new Date(Date.now() + RECOVERY_MINUTES * 60_000).toISOString(),
  }
}

export async function endSessions({ sql, flags }: Call) {
  const account = await findAccount(sql, flags['email']!)
  return { ended: await endDevices(sql, account.id) }
}
