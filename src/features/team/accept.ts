import { transaction, type Sql } from '../../core/database/db.ts'
import { forbidden, notFound } from '../../core/errors/errors.ts'
import { addMember, lockTeam } from './change.ts'
import { hashInvitation, storeOfInvitation } from './invite.ts'
import type { InvitedRole } from '../../core/auth/roles.ts'
import { t } from '../../core/texts/text.ts'

export type OpenInvitation = {
  storeId: string
  storeName: string
  slug: string
  email: string
  role: InvitedRole
  /** The inviting member; null where the operator invited. */
  invitedBy: string | null
}

/** The invitation of a link, while it may be accepted. @throws 404 */
export async function findInvitation(sql: Sql, token: string): Promise<OpenInvitation> {
  const [invitation] = await sql<OpenInvitation[]>`
    select
      invitations.store_id, stores.name as store_name, stores.slug, invitations.email, role,
      coalesce(inviter.name, inviter.email) as invited_by
    from invitations
    join stores on stores.id = invitations.store_id and stores.deleted_at is null
    left join accounts inviter on inviter.id = invitations.invited_by
    where invitations.store_id = ${storeOfInvitation(token)}
    and token_hash = ${hashInvitation(token)}
    and invitations.expires_at > now()`
  if (!invitation) throw notFound(t('Esta invitación'))
  return invitation
}

/** It counted against the plan's cap since it was sent. @throws 403 for another address than the invited one, 404 */
export function acceptInvitation(
  sql: Sql,
  token: string,
  account: { accountId: string; email: string },
): Promise<OpenInvitation> {
  return transaction(sql, async (tx) => {
    const invitation = await findInvitation(tx, token)
    if (invitation.email !== account.email) throw forbidden(t('Esta invitación es para otro correo'))
    await lockTeam(tx, invitation.storeId)
    await findInvitation(tx, token) // it may have been withdrawn while we waited
    await addMember(tx, invitation.storeId, account.accountId, invitation.role)
    return invitation
  })
}
