import { STORE_SCOPES, type Scope } from '../core/auth/scopes.ts'
import type { Role } from './member.ts'

export type Permission = Scope | 'billing' | 'team' | 'keys' | 'webhooks' | 'connections' | 'store:delete'

const staff: Permission[] = [
  'store:read',
  'products:read',
  'products:write',
  'categories:read',
  'categories:write',
  'orders:read',
  'orders:write',
  'discounts:read',
  'discounts:write',
  'reviews:read',
  'shipping:read',
  'shipping:write',
  'customers:read',
]

const admin: Permission[] = [...STORE_SCOPES, 'team', 'keys', 'webhooks', 'connections']

/** What each role may do in the panel. Policy, the same for every store: it grants no key anything. */
export const ROLE_PERMISSIONS: Record<Role, Permission[]> = {
  OWNER: [...admin, 'billing', 'store:delete'],
  ADMIN: admin,
  STAFF: staff,
}
