import type { PanelStore } from '../../sessions/lookup.ts'
import { type Role, ROLE_PERMISSIONS, type Permission } from '../../core/auth/roles.ts'

/** The role may not open the page, or send the form. */
export class RoleForbidden extends Error {
  readonly needs: Permission
  readonly store: PanelStore

  constructor(needs: Permission, store: PanelStore) {
    super(`${store.role} may not ${needs}`)
    this.needs = needs
    this.store = store
  }
}

/** The names of the roles in the panel. */
export const roleNames: Record<Role, string> = {
  OWNER: 'propietaria o propietario',
  ADMIN: 'administración',
  STAFF: 'personal',
}

/** `administración, propietaria o propietario` */
export const rolesWith = (permission: Permission): string =>
  (Object.keys(ROLE_PERMISSIONS) as Role[])
    .filter((role) => ROLE_PERMISSIONS[role].includes(permission))
    .map((role) => roleNames[role])
    .join(' y ')
