import type { Static } from 'typebox'
import { Role } from '../core/auth/roles.ts'
import { Type } from '../core/values/json-schema.ts'

export const Member = Type.Object({ id: Type.String(), role: Role })
export type Member = Static<typeof Member>
