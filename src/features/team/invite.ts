import { createHash } from 'node:crypto'
import { cleanEmail } from '../accounts/find.ts'
import { requireCapacity } from '../billing/plans.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { newId, newSecret } from '../../core/values/id.ts'
import type { StoreMails } from '../mail/mail.ts'
import { queueMail } from '../mail/queue.ts'
import { DAYS_OPEN, type PendingInvitation } from './invitation.ts'
import type { InvitedRole } from '../../core/auth/roles.ts'
import { t } from '../../core/texts/text.ts'

type Invitation = PendingInvitation & { email: string; token: string }

/**
 * Invites someone to the team by mail. Only the hash of the token is stored, beside the mail that carries it; sending again
 * to the same address makes a new one and ends the old. Not subject to the plan's cap.
 * @param inviterId null where the operator invites
 * @throws 400 on a bad address, 409 `ALREADY_MEMBER`
 */
export async function inviteMember(
  sql: Sql,
  storeId: string,
  { email, role, inviterId = null, secret = newSecret(40) }: Invited,
): Promise<Invitation> {
  const address = cleanEmail(email)
  const token = tokenOf(storeId, secret)
  return transaction(sql, async (tx) => {
    await rejectMember(tx, storeId, address)
    const [invitation] = await tx<[PendingInvitation]>`
      insert into invitations as invitation (store_id, id, email, role, token_hash, expires_at, invited_by)
      values (
        ${storeId}, ${newId()}, ${address}, ${role}, ${hashInvitation(token)},
        statement_timestamp() + make_interval(days => ${DAYS_OPEN}), ${inviterId}
      )
      on conflict (store_id, email) do update
      set
        role = excluded.role, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
        invited_by = excluded.invited_by
      returning id, role, expires_at`
    await mailInvitation(tx, storeId, address, {
      role,
      token,
      invitedBy: await nameOf(tx, inviterId),
      daysOpen: DAYS_OPEN,
    })
    return { ...invitation, email: address, token }
  })
}

type Invited = { email: string; role: InvitedRole; inviterId?: string | null; secret?: string }
type ByMember = { storeId: string; inviterId: string; email: string; role: InvitedRole; secret: string }

/** Within the plan's cap. A second call with the same secret sends nothing. @throws 400, 403 `PLAN_LIMIT_REACHED`, 409 `ALREADY_MEMBER` */
export function inviteByMember(
  sql: Sql,
  { storeId, inviterId, email, role, secret }: ByMember,
): Promise<void> {
  return transaction(sql, async (tx) => {
    await requireCapacityForMember(tx, storeId, cleanEmail(email))
    const [sent] = await tx`
      select 1
      from invitations
      where store_id = ${storeId} and token_hash = ${hashInvitation(tokenOf(storeId, secret))}`
    if (!sent) await inviteMember(tx, storeId, { email, role, inviterId, secret })
  })
}

/** The token begins with the store's id, because invitations are looked up within their store. */
const tokenOf = (storeId: string, secret: string) => `${storeId}.${secret}`

export const storeOfInvitation = (token: string) => token.split('.', 1)[0]!

export function hashInvitation(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Pending invitations count, except one to `email`, which this one replaces. @throws 403 `PLAN_LIMIT_REACHED` */
export function requireCapacityForMember(tx: Tx, storeId: string, email: string | null = null) {
  return requireCapacity(tx, storeId, 'members', async () => {
    const [{ used }] = await tx<[{ used: number }]>`
      select
        (select count(*) from members where store_id = ${storeId})
        + (
          select count(*)
          from invitations
          where store_id = ${storeId} and expires_at > now() and email is distinct from ${email}
        ) as used`
    return used
  })
}

async function nameOf(tx: Tx, accountId: string | null): Promise<string | null> {
  const [account] = await tx<{ name: string }[]>`
    select coalesce(name, email) as name from accounts where id = ${accountId}`
  return account?.name ?? null
}

async function mailInvitation(tx: Tx, storeId: string, address: string, about: StoreMails['team.invited']) {
  const [store] = await tx<[{ id: string; name: string }]>`select id, name from stores where id = ${storeId}`
  await queueMail(tx, { store, to: [address] }, 'team.invited', about)
}

async function rejectMember(tx: Tx, storeId: string, email: string) {
  const [member] = await tx`
    select 1
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${storeId} and accounts.email = ${email}`
  if (member) throw conflict('ALREADY_MEMBER', t('Esta persona ya está en el equipo'))
}
