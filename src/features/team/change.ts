import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import type { Member } from './member.ts'
import type { Role } from '../../core/auth/roles.ts'
import { t } from '../../core/texts/text.ts'

/** A member's role changes immediately, also for their keys. @throws 409 `LAST_OWNER` */
export function addMember(sql: Sql, storeId: string, accountId: string, role: Role): Promise<Member> {
  return transaction(sql, async (tx) => {
    await lockTeam(tx, storeId)
    if (role !== 'OWNER') await requireAnotherOwner(tx, storeId, accountId)
    const [member] = await tx<[Member]>`
      insert into members as member (store_id, id, account_id, role)
      values (${storeId}, ${newId()}, ${accountId}, ${role})
      on conflict (store_id, account_id) do update
      set role = excluded.role
      returning id, role`
    await tx`
      delete from invitations
      using accounts
      where invitations.store_id = ${storeId} and accounts.id = ${accountId} and invitations.email = accounts.email`
    if (role === 'STAFF') await withdrawInvitations(tx, storeId, accountId)
    return member
  })
}

/** @throws 404, 409 `LAST_OWNER` */
export function removeMember(sql: Sql, storeId: string, accountId: string): Promise<void> {
  return transaction(sql, async (tx) => {
    await lockTeam(tx, storeId)
    await requireAnotherOwner(tx, storeId, accountId)
    const [removed] = await tx`
      delete from members
      where store_id = ${storeId} and account_id = ${accountId}
      returning id`
    if (!removed) throw notFound(t('Ese integrante del equipo'))
    await withdrawInvitations(tx, storeId, accountId)
  })
}

/** Whoever may not invite any more could come back by an invitation of their own. */
const withdrawInvitations = (tx: Tx, storeId: string, invitedBy: string) =>
  tx`delete from invitations where store_id = ${storeId} and invited_by = ${invitedBy}`

/** Locks the owners, so that two who leave concurrently don't leave the store without one. */
export async function lockTeam(tx: Tx, storeId: string) {
  await tx`select 1 from stores where id = ${storeId} for no key update`
}

async function requireAnotherOwner(tx: Tx, storeId: string, accountId: string) {
  if (await isOnlyOwner(tx, storeId, accountId))
    throw conflict('LAST_OWNER', t('La tienda se quedaría sin dueño'))
}

export async function isOnlyOwner(sql: Sql, storeId: string, accountId: string): Promise<boolean> {
  const owners = await sql<{ accountId: string }[]>`
    select account_id
    from members
    where store_id = ${storeId} and role = 'OWNER'`
  return owners.length === 1 && owners[0]!.accountId === accountId
}
