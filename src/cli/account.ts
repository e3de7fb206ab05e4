import { createAccount } from '../accounts/create.ts'
import type { Call } from './command.ts'

export function create({ sql, flags }: Call) {
  return createAccount(sql, {
    email: flags['email']!,
    password: flags['password']!,
    name: flags['name'] ?? null,
  })
}
