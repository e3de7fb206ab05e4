import assert from 'node:assert/strict'
import { commandLine, operate } from './command-line.ts'
import type { Service } from './service.ts'
import { newId } from '../src/core/values/id.ts'

/** The command line on the database of a service, and an account that owns stores. */
export async function anOperator(service: Service) {
  const env = { DATABASE_URL: service.databaseUrl }

  const cli = (...args: string[]) => commandLine(env, ...args)

  const json = (...args: string[]) => operate(env, ...args)

  const owner = (await json(
    'account',
    'create',
    '--email',
    'Marta@Ejemplo.test',
    '--password',
    'una-clave-larga',
  )) as {
    id: string
    email: string
  }

  async function aShop(...more: string[]) {
    const slug = `tienda-${newId().slice(0, 12)}`
    return json(
      'store',
      'create',
      '--owner',
      owner.email,
      '--name',
      'Pan y Miel',
      '--slug',
      slug,
      '--currency',
      'MXN',
      ...more,
    )
  }

  async function aKeyOf(store: { id: string }, ...more: string[]): Promise<string> {
    return (await json('key', 'create', '--store', store.id, '--scopes', 'all', ...more)).key
  }

  /** Exit status 1, nothing on standard output, one line on standard error. */
  async function fails(line: RegExp, ...args: string[]) {
    const { status, stdout, stderr } = await cli(...args)
    assert.equal(status, 1, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, /^[^\n]+\n$/)
    assert.match(stderr, line)
    assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/)
  }

  return { env, cli, json, owner, aShop, aKeyOf, fails }
}
