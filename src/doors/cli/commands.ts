import { accountCommands } from './account.ts'
import { backupCommands } from './backup.ts'
import { billingCommands } from './billing.ts'
import type { Command } from './command.ts'
import { demoCommands } from './demo.ts'
import { doctorCommands } from './doctor.ts'
import { domainCommands } from './domain.ts'
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
