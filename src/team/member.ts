import type { Static } from 'typebox'
import { Type } from '../core/values/json-schema.ts'

export const Role = Type.Enum(['OWNER', 'ADMIN', 'STAFF'], { description: 'Papel en la tienda' })
export type Role = Static<typeof Role>

/** The roles that an invitation may offer; the first owner is set when the store is created. */
export const InvitedRole = Type.Enum(['ADMIN', 'STAFF'])
export type InvitedRole = Static<typeof InvitedRole>

export const Member = Type.Object({ id: Type.String(), role: Role })
export type Member = Static<typeof Member>
