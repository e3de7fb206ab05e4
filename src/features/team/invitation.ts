import { Type, type Static } from 'typebox'
import { Role } from '../../core/auth/roles.ts'

/** An invitation that may still be accepted; the e-mail address is never returned. */
export const PendingInvitation = Type.Object({
  id: Type.String(),
  role: Role,
  expiresAt: Type.String({ format: 'date-time' }),
})
export type PendingInvitation = Static<typeof PendingInvitation>

export const DAYS_OPEN = 7
