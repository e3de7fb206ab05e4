import { STAFF_SCOPES, STORE_SCOPES, type Scope } from '../core/auth/scopes.ts'
import type { Role } from './member.ts'

export type Permission = Scope | 'billing' | 'team' | 'keys' | 'webhooks' | 'connections' | 'store:delete'

const admin: Permission[] = [...STORE_SCOPES, 'team', 'keys', 'webhooks', 'connections']

/** What each role may do in the panel. Policy, the same for every store: it grants no key anything. */
export const ROLE_PERMISSIONS: Record<Role, Permission[]> = {
  OWNER: [...admin, 'billing', 'store:delete'],
  ADMIN: admin,
  STAFF: [...STAFF_SCOPES],
}
