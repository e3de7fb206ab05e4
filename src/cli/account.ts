import { createAccount } from '../accounts/create.ts'
import type { Call } from './command.ts'
import { readPassword } from './password.ts'

export async function create({ sql, flags }: Call) {
  return createAccount(sql, {
    email: flags['email']!,
    password: await readPassword(flags['password']),
    name: flags['name'] ?? null,
  })
}
