import { Body } from '../core/http/schema.ts'
import { findStore } from '../stores/find.ts'
import { inviteMember } from '../team/invite.ts'
import { InvitedRole } from '../core/auth/roles.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'

export async function create({ sql, flags }: Call) {
  const { role } = checked(Body({ role: InvitedRole }), { role: flags['role'] })
  const store = await findStore(sql, flags['store']!)
  const { id, expiresAt } = await inviteMember(sql, store.id, flags['email']!, role)
  return { id, expiresAt }
}
