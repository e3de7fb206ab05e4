import { createAccount } from '../accounts/create.ts'
import { listAccounts } from '../accounts/list.ts'
import type { Call } from './command.ts'
import { readPassword } from './password.ts'
import { wholeList } from './print.ts'

export async function create({ sql, flags }: Call) {
  return createAccount(sql, {
    email: flags['email']!,
    password: await readPassword(flags['password']),
    name: flags['name'] ?? null,
  })
}

export async function list({ sql }: Call) {
  return wholeList(await listAccounts(sql))
}
