import { createHash } from 'node:crypto'
import type { HitCounter, Limit } from '../core/limits/rate-limit.ts'
import { tooManyTries } from './lockout.ts'

/** Attempts per client IP address. */
export const SIGN_IN_LIMIT: Limit = { name: 'sign-in', max: 10, seconds: 180 }
export const SIGN_UP_LIMIT: Limit = { name: 'sign-up', max: 10, seconds: 180 }
/** Passkey challenges: each is a row for some minutes. */
export const PASSKEY_LIMIT: Limit = { name: 'passkey', max: 30, seconds: 180 }
export const RECOVERY_LIMIT: Limit = { name: 'recovery', max: 10, seconds: 180 }

/** Mails that may be requested for one e-mail address, whether it has an account or not. */
const CODE_MAIL_LIMIT: Limit = { name: 'code-mail', max: 5, seconds: 900 }
/** The window is shorter than a link's lifetime: while the limit holds, the mailbox still has a valid link. */
const LINK_MAIL_LIMIT: Limit = { name: 'link-mail', max: 3, seconds: 900 }

const keyOfAddress = (email: string) => createHash('sha256').update(email).digest('base64url')

/** @throws 429 past ten tries in three minutes */
export async function limitTries(hits: HitCounter, limit: Limit, clientAddress: string): Promise<void> {
  const { hitNumber, resetIn } = await hits.count(limit, clientAddress)
  if (hitNumber > limit.max) throw tooManyTries(resetIn)
}

/** Limits the codes mailed to one address. A known browser is counted separately. @throws 429 */
export async function limitCodeMails(hits: HitCounter, email: string, knownDeviceId: string | null) {
  const { hitNumber, resetIn } = await hits.count(CODE_MAIL_LIMIT, knownDeviceId ?? keyOfAddress(email))
  if (hitNumber > CODE_MAIL_LIMIT.max) throw tooManyTries(resetIn)
}

/** Whether the limit allows another link to this address now. */
export async function mayMailLink(hits: HitCounter, email: string): Promise<boolean> {
  const { hitNumber } = await hits.count(LINK_MAIL_LIMIT, keyOfAddress(email))
  return hitNumber <= LINK_MAIL_LIMIT.max
}
