import { STAFF_SCOPES, STORE_SCOPES, type Scope } from '../core/auth/scopes.ts'
import type { Role } from './member.ts'

export type Permission = Scope | 'billing' | 'team' | 'keys' | 'webhooks' | 'connections' | 'store:delete'

const admin: Permission[] = [...STORE_SCOPES, 'team', 'keys', 'webhooks', 'connections']

/** The permissions of each role in the panel, the same for every store. They don't affect keys. */
export const ROLE_PERMISSIONS: Record<Role, Permission[]> = {
  OWNER: [...admin, 'billing', 'store:delete'],
  ADMIN: admin,
  STAFF: [...STAFF_SCOPES],
}
