import { Type, type Static } from 'typebox'
import { Role } from '../../core/auth/roles.ts'

export const Member = Type.Object({ id: Type.String(), role: Role })
export type Member = Static<typeof Member>
