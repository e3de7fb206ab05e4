import { createAccount } from '../../features/accounts/create.ts'
import { listAccounts, findAccount } from '../../features/accounts/find.ts'
import { endDevices } from '../../features/accounts/devices.ts'
import { toPage } from '../../core/http/page.ts'
import { openRecovery, RECOVERY_MINUTES } from '../../features/accounts/recovery.ts'
import { type Command, UsageError } from './command.ts'
import { PAGE_FLAGS, readPage } from './check.ts'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

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

const MAX_BYTES = 4096

/** Not on the command line, where every user could read it: without echo, else the first line of stdin. @throws UsageError */
async function readPassword(given: string | undefined): Promise<string> {
  const password = given || (process.stdin.isTTY ? await prompt('Password: ') : await firstLine())
  if (password) return password
  throw new UsageError('A password is missing: send it on standard input, or use --password P')
}

async function prompt(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const interrupted = new AbortController()
  terminal.once('SIGINT', () => interrupted.abort())
  process.stderr.write(question)
  try {
    return await terminal.question('', { signal: interrupted.signal })
  } catch {
    return ''
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line.length <= MAX_BYTES) return line
  throw new UsageError(`The password on standard input has more than ${MAX_BYTES} characters`)
}
