import { readConfig } from '../../core/config/config.ts'
import { readCommand, type Call, type Command } from './command.ts'
import { asOperator, withDatabase } from './database.ts'
import { errorLine, helpText, toText } from './print.ts'
import { accountCommands } from './account.ts'
import { backupCommands } from './backup.ts'
import { billingCommands } from './billing.ts'
import { demoCommands, loadCommands } from './demo.ts'
import { doctorCommands } from './doctor.ts'
import { domainCommands } from './domain.ts'
import { invitationCommands, memberCommands } from './member.ts'
import { keyCommands } from './key.ts'
import { listenCommands } from './listen.ts'
import { migrateCommands } from './migrate.ts'
import { queueCommands } from './queue.ts'
import { storeFileCommands } from './store-file.ts'
import { storeCommands } from './store.ts'
import { themeCommands } from './theme.ts'
import { webhookCommands } from './webhook.ts'
import { whatsappCommands } from './whatsapp.ts'

type Stream = { write: (text: string) => unknown }
type Output = { stdout: Stream; stderr: Stream }

/** The operator's command line. Returns the exit status. @param env environment variables, by default the process's */
export async function runCommandLine(
  words: string[],
  { stdout, stderr }: Output,
  env?: Record<string, string>,
) {
  const asJson = words.includes('--json')
  const print = (result: object) => void stdout.write(asJson ? `${JSON.stringify(result)}\n` : toText(result))
  try {
    if (words.includes('--help') || words.includes('-h')) {
      stdout.write(helpText(commands))
      return 0
    }
    const result = await run(
      words.filter((word) => word !== '--json'),
      env,
      (row) => print(asJson ? row : { data: [row] }),
    )
    if (result) print(result)
    return isFailure(result) ? 1 : 0
  } catch (error) {
    stderr.write(`${errorLine(error)}\n`)
    return 1
  }
}

async function run(words: string[], env: Record<string, string> | undefined, print: Call['print']) {
  const { command, flags } = readCommand(commands, words)
  const config = readConfig(env)
  if (command.withoutDatabase) return command.run({ flags, config } as Call)
  const options = { create: command.createsDatabase }
  return withDatabase(config, options, (sql) =>
    command.run({ flags, config, print, sql: command.unrecorded ? sql : asOperator(sql) }),
  )
}

const isFailure = (result: object | null) => result !== null && 'ok' in result && result.ok === false

const commands: Record<string, Command> = {
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
