import Type, { type Static } from 'typebox'
import { Role } from './member.ts'

/** An invitation that may still be accepted; whom it was sent to is never told. */
export const PendingInvitation = Type.Object({
  id: Type.String(),
  role: Role,
  expiresAt: Type.String({ format: 'date-time' }),
})
export type PendingInvitation = Static<typeof PendingInvitation>

/** How long an invitation may be accepted. */
export const DAYS_OPEN = 7
