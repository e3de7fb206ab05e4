import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { suite, test } from 'node:test'
import { verify } from '@node-rs/argon2'
import { commandLineWithInput } from '../../../test/command-line.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()
const env = { DATABASE_URL: service.databaseUrl }
const create = (email: string) => ['account', 'create', '--email', email]

async function isPasswordOf(email: string, password: string): Promise<boolean> {
  const [account] = await service.sql<{ passwordHash: string }[]>`
    select password_hash from accounts where email = ${email}`
  return verify(account!.passwordHash, password)
}

suite('a password that is not given as an argument', () => {
  test('is read from the first line of standard input', async () => {
    const email = `${newId()}@ejemplo.test`
    const { status, stderr } = await commandLineWithInput(
      ' una frase larga \r\notra\n',
      env,
      ...create(email),
    )
    assert.equal(status, 0, stderr)
    assert.ok(await isPasswordOf(email, ' una frase larga '))
  })

  test('is required: without one on standard input the error is one line', async () => {
    for (const input of ['', '\n', `${'a'.repeat(5000)}\n`]) {
      const { status, stdout, stderr } = await commandLineWithInput(input, env, ...create('a@ejemplo.test'))
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, /^[^\n]*password[^\n]*standard input[^\n]*\n$/i)
    }
  })

  const script = '/usr/bin/script'
  test('is typed on a terminal, which does not show it', { skip: !existsSync(script) }, async () => {
    const email = `${newId()}@ejemplo.test`
    const command = [process.execPath, 'src/process/cli.ts', ...create(email)].join(' ')
    const terminal = spawn(script, ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } })
    let shown = ''
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
    const ended = new Promise((resolve) => terminal.once('close', resolve))
    await waitFor(() => shown.includes('Password: '))
    terminal.stdin.write('una frase larga\r')
    assert.equal(await ended, 0, shown)
    assert.ok(await isPasswordOf(email, 'una frase larga'))
    assert.doesNotMatch(shown, /frase/)
  })
})
