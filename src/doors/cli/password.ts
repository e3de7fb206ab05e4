import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './command.ts'

const MAX_BYTES = 4096

/**
 * Reads a password without putting it on the command line, where every user of the machine could read it: from a prompt
 * without echo on a terminal, else from the first line of standard input. @throws UsageError when there is none
 */
export async function readPassword(given: string | undefined): Promise<string> {
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
