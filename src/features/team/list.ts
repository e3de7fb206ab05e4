import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { Page } from '../../core/http/page.ts'
import { dataOf } from '../../core/http/schema.ts'
import { PendingInvitation } from './invitation.ts'
import { Member } from './member.ts'
import { ROLE_PERMISSIONS } from '../../core/auth/roles.ts'

const Permissions = Type.Array(Type.String())

const Team = Type.Object(
  {
    members: Type.Array(Member),
    pendingInvitations: Type.Array(PendingInvitation),
    memberTotal: Type.Integer(),
    pendingInvitationTotal: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    rolePermissions: Type.Object({ OWNER: Permissions, ADMIN: Permissions, STAFF: Permissions }),
    invitationDelivery: Type.Literal('UNVERIFIED'),
  },
  { description: 'Equipo de la tienda' },
)

export const getTeam = operation({
  id: 'getTeam',
  rest: 'GET /store/team',
  scope: 'team:read',
  summary: 'Leer el equipo',
  description:
    'Integrantes e invitaciones pendientes, cada lista con su propia página. Nunca muestra correos ni enlaces.',
  query: Page,
  response: { 200: dataOf(Team) },
  async run({ sql, store, query: { limit, offset } }) {
    const [{ members, memberTotal }, { pendingInvitations, pendingInvitationTotal }] = await Promise.all([
      listMembers(sql, store.id, limit, offset),
      listPendingInvitations(sql, store.id, limit, offset),
    ])
    return {
      data: {
        members,
        pendingInvitations,
        memberTotal,
        pendingInvitationTotal,
        limit,
        offset,
        rolePermissions: ROLE_PERMISSIONS,
        invitationDelivery: 'UNVERIFIED' as const,
      },
    }
  },
})

async function listMembers(sql: Sql, storeId: string, limit: number, offset: number) {
  const [members, memberTotal] = await Promise.all([
    sql<Member[]>`
      select id, role
      from members
      where store_id = ${storeId}
      order by created_at, id
      limit ${limit} offset ${offset}`,
    countRows(sql, 'members', storeId),
  ])
  return { members, memberTotal }
}

async function listPendingInvitations(sql: Sql, storeId: string, limit: number, offset: number) {
  const [pendingInvitations, [{ total }]] = await Promise.all([
    sql<PendingInvitation[]>`
      select id, role, expires_at
      from invitations
      where store_id = ${storeId} and expires_at > now()
      order by created_at, id
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`
      select count(*) as total
      from invitations
      where store_id = ${storeId} and expires_at > now()`,
  ])
  return { pendingInvitations, pendingInvitationTotal: total }
}
