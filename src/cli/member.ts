import { findAccount } from '../accounts/find.ts'
import { Body } from '../core/http/schema.ts'
import { findStore } from '../stores/find.ts'
import { listStoreAccounts } from '../team/list-accounts.ts'
import { addMember, removeMember } from '../team/change.ts'
import { Role } from '../core/auth/roles.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'
import { singlePage } from './print.ts'

export async function add({ sql, flags }: Call) {
  const { role } = checked(Body({ role: Role }), { role: flags['role'] })
  const store = await findStore(sql, flags['store']!)
  const account = await findAccount(sql, flags['email']!)
  return addMember(sql, store.id, account.id, role)
}

export async function remove({ sql, flags }: Call) {
  const store = await findStore(sql, flags['store']!)
  const account = await findAccount(sql, flags['email']!)
  await removeMember(sql, store.id, account.id)
  return { deleted: true }
}

export async function list({ sql, flags }: Call) {
  const store = await findStore(sql, flags['store']!)
  return singlePage(await listStoreAccounts(sql, store.id))
}
