import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { forbidden, notFound } from '../../core/errors/errors.ts'
import { mailOwners, queueMail } from '../mail/queue.ts'
import { addMember, lockTeam, removeMember } from './change.ts'
import type { Member } from './member.ts'
import type { Role } from '../../core/auth/roles.ts'
import { t } from '../../core/texts/text.ts'

type MemberAction = { storeId: string; memberId: string; actorId: string }

/** Only owners can make another member an owner; all owners are then mailed. @throws 403, 404, 409 `LAST_OWNER` */
export function changeRole(sql: Sql, acting: MemberAction, role: Role): Promise<Member> {
  return transaction(sql, async (tx) => {
    const { actor, member } = await requireAuthority(tx, acting)
    if (role === 'OWNER' && actor.role !== 'OWNER')
      throw forbidden(t('Solo un dueño/a puede nombrar a otro dueño/a'))
    const changed = await addMember(tx, acting.storeId, member.accountId, role)
    if (role === 'OWNER' && member.role !== 'OWNER') {
      await mailOwners(tx, await findStore(tx, acting), 'team.owner_added', { who: nameOf(member) })
    }
    return changed
  })
}

/** @throws 403, 404, 409 `LAST_OWNER` */
export function dismissMember(sql: Sql, acting: MemberAction): Promise<void> {
  return transaction(sql, async (tx) => {
    const { member } = await requireAuthority(tx, acting)
    await removeMember(tx, acting.storeId, member.accountId)
  })
}

/** Makes the member an owner and the acting owner an administrator; both are mailed. @throws 403, 404 */
export function transferOwnership(sql: Sql, acting: MemberAction): Promise<void> {
  return transaction(sql, async (tx) => {
    const { actor, member } = await requireAuthority(tx, acting)
    if (actor.role !== 'OWNER') throw forbidden(t('Solo un dueño/a puede entregar la tienda'))
    if (member.id === actor.id) return
    await addMember(tx, acting.storeId, member.accountId, 'OWNER')
    await addMember(tx, acting.storeId, actor.accountId, 'ADMIN')
    const store = await findStore(tx, acting)
    await queueMail(tx, { store, to: [member.email] }, 'team.store_received', { from: nameOf(actor) })
    await queueMail(tx, { store, to: [actor.email] }, 'team.store_handed_over', { to: nameOf(member) })
  })
}

/** @throws 404 */
export async function cancelInvitation(sql: Sql, storeId: string, id: string): Promise<void> {
  const { count } = await transaction(
    sql,
    (tx) => tx`delete from invitations where store_id = ${storeId} and id = ${id}`,
  )
  if (count === 0) throw notFound(t('La invitación'))
}

type Person = { id: string; accountId: string; role: Role; email: string; name: string | null }

/** Returns both if the actor may manage the member: owners manage everyone, administrators everyone except owners. @throws 403, 404 */
async function requireAuthority(tx: Tx, { storeId, memberId, actorId }: MemberAction) {
  await lockTeam(tx, storeId)
  const actor = await findMember(tx, storeId, { accountId: actorId })
  const member = await findMember(tx, storeId, { memberId })
  const isAllowed = actor.role === 'OWNER' || (actor.role === 'ADMIN' && member.role !== 'OWNER')
  if (!isAllowed) throw forbidden(t('Solo otro dueño/a puede cambiar o quitar a un dueño/a'))
  return { actor, member }
}

async function findStore(tx: Tx, { storeId }: MemberAction) {
  const [store] = await tx<[{ id: string; name: string }]>`select id, name from stores where id = ${storeId}`
  return store
}

/** @throws 404 */
async function findMember(tx: Tx, storeId: string, of: { accountId: string } | { memberId: string }) {
  const [member] = await tx<Person[]>`
    select members.id, members.account_id, members.role, accounts.email, accounts.name
    from members
    join accounts on accounts.id = members.account_id
    where members.store_id = ${storeId}
    and ${'memberId' in of ? tx`members.id = ${of.memberId}` : tx`members.account_id = ${of.accountId}`}`
  if (!member) throw notFound(t('Ese integrante del equipo'))
  return member
}

const nameOf = ({ name, email }: Person) => name ?? email
