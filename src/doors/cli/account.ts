import { createAccount } from '../../features/accounts/create.ts'
import { listAccounts, findAccount } from '../../features/accounts/find.ts'
import { endDevices } from '../../features/accounts/devices.ts'
import { toPage } from '../../core/http/page.ts'
import { openRecovery, RECOVERY_MINUTES } from '../../features/accounts/recovery.ts'
import type { Command } from './command.ts'
import { PAGE_FLAGS, readPage } from './check.ts'
import { readPassword } from './password.ts'

export const accountCommands: Record<string, Command> = {
  'account create': {
    flags: '--email E [--password P] [--name N]',
    does: 'Creates an account, which can own stores; without --password, prompts for it or reads it from standard input',
    async run({ sql, flags }) {
      return createAccount(sql, {
        email: flags['email']!,
        password: await readPassword(flags['password']),
        name: flags['name'] ?? null,
      })
    },
  },
  'account list': {
    flags: PAGE_FLAGS,
    does: 'Lists the accounts, or those with T in their e-mail or name, the first 1000',
    async run({ sql, flags }) {
      const page = readPage(flags)
      const { rows, total } = await listAccounts(sql, page)
      return toPage(page, { data: rows, total })
    },
  },
  /** The operator passes the link on; no mail is sent. */
  'account reset': {
    flags: '--email E',
    does: 'Prints a link to set a new password; it works once, for 30 minutes',
    async run({ sql, flags, config }) {
      const account = await findAccount(sql, flags['email']!)
      const token = await openRecovery(sql, account.id)
      return {
        url: `${config.panelUrl}/panel/recuperar/${token}`,
        expiresAt: new Date(Date.now() + RECOVERY_MINUTES * 60_000).toISOString(),
      }
    },
  },
  'account sessions end': {
    flags: '--email E',
    does: 'Signs an account out everywhere',
    async run({ sql, flags }) {
      const account = await findAccount(sql, flags['email']!)
      return { ended: await endDevices(sql, account.id) }
    },
  },
}
