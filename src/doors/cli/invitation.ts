import { inviteMember } from '../../features/team/invite.ts'
import { InvitedRole } from '../../core/auth/roles.ts'
import { checked } from './check.ts'
import { onStore, type Command } from './command.ts'

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
