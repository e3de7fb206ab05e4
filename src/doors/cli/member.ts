import { findAccount } from '../../features/accounts/find.ts'
import { listStoreAccounts } from '../../features/team/list-accounts.ts'
import { addMember, removeMember } from '../../features/team/change.ts'
import { Role, InvitedRole } from '../../core/auth/roles.ts'
import { checked } from './check.ts'
import { onStore, type Command } from './command.ts'
import { singlePage } from './print.ts'
import { inviteMember } from '../../features/team/invite.ts'

export const memberCommands: Record<string, Command> = {
  'member add': {
    flags: '--store S --email E --role ADMIN',
    does: 'Gives an account a role (OWNER, ADMIN, STAFF) in a store, or changes it',
    run: onStore(async ({ sql, flags, store }) => {
      const { role } = checked({ role: Role }, flags)
      const account = await findAccount(sql, flags['email']!)
      return addMember(sql, store.id, account.id, role)
    }),
  },
  'member remove': {
    flags: '--store S --email E',
    does: 'Removes a member; the keys that they created stop working at once',
    run: onStore(async ({ sql, flags, store }) => {
      const account = await findAccount(sql, flags['email']!)
      await removeMember(sql, store.id, account.id)
      return { deleted: true }
    }),
  },
  'member list': {
    flags: '--store S',
    does: 'Lists the members of a store with their roles',
    run: onStore(async ({ sql, store }) => singlePage(await listStoreAccounts(sql, store.id))),
  },
}

export const invitationCommands: Record<string, Command> = {
  'invitation create': {
    flags: '--store S --email E --role STAFF',
    does: 'Invites someone to the team as ADMIN or STAFF, for 7 days',
    run: onStore(async ({ sql, flags, store }) => {
      const { role } = checked({ role: InvitedRole }, flags)
      const { id, expiresAt } = await inviteMember(sql, store.id, { email: flags['email']!, role })
      return { id, expiresAt }
    }),
  },
}
