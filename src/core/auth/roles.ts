import { Type, type Static } from 'typebox'
import { STAFF_SCOPES, STORE_SCOPES, type Scope } from './scopes.ts'

export const Role = Type.Enum(['OWNER', 'ADMIN', 'STAFF'], { description: 'Papel en la tienda' })
export type Role = Static<typeof Role>

/** The roles that an invitation may offer; the first owner is set when the store is created. */
export const InvitedRole = Type.Enum(['ADMIN', 'STAFF'])
export type InvitedRole = Static<typeof InvitedRole>

export type Permission = Scope | 'billing' | 'team' | 'keys' | 'webhooks' | 'connections' | 'store:delete'

const admin: Permission[] = [...STORE_SCOPES, 'team', 'keys', 'webhooks', 'connections']

/** The permissions of each role in the panel, the same for every store. They don't affect keys. */
export const ROLE_PERMISSIONS: Record<Role, Permission[]> = {
  OWNER: [...admin, 'billing', 'store:delete'],
  ADMIN: admin,
  STAFF: [...STAFF_SCOPES],
}
