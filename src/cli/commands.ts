import { accountCommands } from './account.ts'
import { backupCommands } from './backup.ts'
import { billingCommands } from './billing.ts'
import type { Command } from './command.ts'
import { demoCommands } from './demo.ts'
import { doctorCommands } from './doctor.ts'
import * as domain from './domain.ts'
import { invitationCommands } from './invitation.ts'
import { keyCommands } from './key.ts'
import { listenCommands } from './listen.ts'
import { loadCommands } from './load.ts'
import { memberCommands } from './member.ts'
import { migrateCommands } from './migrate.ts'
import { queueCommands } from './queue.ts'
import { storeFileCommands } from './store-file.ts'
import { storeCommands } from './store.ts'
import { themeCommands } from './theme.ts'
import { webhookCommands } from './webhook.ts'
import { whatsappCommands } from './whatsapp.ts'

const domainCommands: Record<string, Command> = {
  'domain set': {
    flags: '--store S --domain D',
    does: 'Claims a domain for a store, and prints the TXT record that shows whose it is',
    run: domain.set,
  },
  'domain check': {
    flags: '--store S',
    does: 'Checks the DNS records of a store’s domain now, and opens the shop there if its records are right',
    run: domain.check,
  },
  'domain clear': {
    flags: '--store S',
    does: 'Takes the domain from a store, which is at its slug again',
    run: domain.clear,
  },
}

/** The operator's commands, nouns and verbs, in the order in which the help lists them. */
export const commands: Record<string, Command> = {
  ...accountCommands,
  ...storeCommands,
  ...memberCommands,
  ...invitationCommands,
  ...keyCommands,
  ...billingCommands,
  ...domainCommands,
  ...webhookCommands,
  ...listenCommands,
  ...whatsappCommands,
  ...queueCommands,
  ...themeCommands,
  ...storeFileCommands,
  ...backupCommands,
  ...demoCommands,
  ...loadCommands,
  ...migrateCommands,
  ...doctorCommands,
}
