import { createHash } from 'node:crypto'
import type { HitCounter, Limit } from '../../core/limits/rate-limit.ts'
import type { Db } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { count } from '../../core/metrics/metrics.ts'
import { t } from '../../core/texts/text.ts'

export const SIGN_IN_LIMIT: Limit = { name: 'sign-in', max: 10, seconds: 180 }
export const SIGN_UP_LIMIT: Limit = { name: 'sign-up', max: 10, seconds: 180 }
/** Passkey challenges: each is a row for some minutes. */
export const PASSKEY_LIMIT: Limit = { name: 'passkey', max: 30, seconds: 180 }
export const RECOVERY_LIMIT: Limit = { name: 'recovery', max: 10, seconds: 180 }

/** Mails that may be requested for one e-mail address, whether it has an account or not. */
const CODE_MAIL_LIMIT: Limit = { name: 'code-mail', max: 5, seconds: 900 }
/** The window is shorter than a link's lifetime: while the limit holds, the mailbox still has a valid link. */
const LINK_MAIL_LIMIT: Limit = { name: 'link-mail', max: 3, seconds: 900 }

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** @throws 429 past ten tries in three minutes */
export async function limitTries(hits: HitCounter, limit: Limit, clientAddress: string): Promise<void> {
  const { hitNumber, resetIn } = await hits.count(limit, clientAddress)
  if (hitNumber > limit.max) throw tooManyTries(resetIn)
}

/** Limits the codes mailed to one address. A known browser is counted separately. @throws 429 */
export async function limitCodeMails(hits: HitCounter, email: string, knownDeviceId: string | null) {
  const { hitNumber, resetIn } = await hits.count(CODE_MAIL_LIMIT, knownDeviceId ?? hashOf(email))
  if (hitNumber > CODE_MAIL_LIMIT.max) throw tooManyTries(resetIn)
}

export async function mayMailLink(hits: HitCounter, email: string): Promise<boolean> {
  const { hitNumber } = await hits.count(LINK_MAIL_LIMIT, hashOf(email))
  return hitNumber <= LINK_MAIL_LIMIT.max
}

const FREE_FAILURES = 5
const FIRST_PAUSE = 30
const MAX_PAUSE = 15 * 60

/** Failures are counted for each method, so that failing at one does not lock the others. */
type Method = 'password' | 'code' | 'second-step' | 'session'

/**
 * Failures are counted per known browser of the account, and together for all other browsers. So another visitor's failures
 * never lock the owner's own phone out. An address without an account is counted in the same way. `subject` is the address
 * that was typed, the account of a second step, or the session that re-authenticates.
 */
export type AuthenticationAttempt = { method: Method; subject: string; knownDeviceId: string | null }

const keyOf = ({ method, subject, knownDeviceId }: AuthenticationAttempt) =>
  `${method}:${knownDeviceId ?? hashOf(subject)}`

/**
 * Counts an attempt as failed before it is checked, so that concurrent attempts can't exceed the limit; a success
 * calls `resetFailures`. From the fifth failure on, each starts a lockout: 30 s, doubled up to 15 minutes.
 * @throws 429 while locked out
 */
export async function countFailure(sql: Db, attempt: AuthenticationAttempt): Promise<void> {
  count('signInAttempts', { proof: attempt.method, result: 'tried' })
  const key = keyOf(attempt)
  const [counted] = await sql`
    insert into proof_failures as earlier (key, failures, failed_at)
    values (${key}, 1, now())
    on conflict (key) do update
    set
      failures = case when earlier.failed_at < now() - interval '1 day' then 1 else earlier.failures + 1 end,
      failed_at = now(),
      paused_until = case
        when earlier.failures + 1 >= ${FREE_FAILURES} and earlier.failed_at >= now() - interval '1 day'
        then statement_timestamp() + make_interval(
          secs => least(${MAX_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(earlier.failures + 1 - ${FREE_FAILURES}, 10))
        )
      end
    where earlier.paused_until is null or earlier.paused_until <= statement_timestamp()
    returning key`
  if (!counted) throw await paused(sql, key)
}

export async function resetFailures(sql: Db, attempt: AuthenticationAttempt): Promise<void> {
  count('signInAttempts', { proof: attempt.method, result: 'proved' })
  await sql`delete from proof_failures where key = ${keyOf(attempt)}`
}

async function paused(sql: Db, key: string): Promise<ApiError> {
  const [row] = await sql<{ wait: number }[]>`
    select extract(epoch from paused_until - statement_timestamp())::float8 as wait from proof_failures where key = ${key}`
  return tooManyTries(row?.wait ?? 1)
}

function tooManyTries(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds))
  return new ApiError(
    429,
    {
      error: wait < 90 ? tooManySeconds(wait) : tooManyMinutes(Math.ceil(wait / 60)),
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(wait) },
  )
}

const tooManySeconds = (count: number) =>
  t('Demasiados intentos: espera {count, plural, one {# segundo} other {# segundos}} y vuelve a intentarlo', {
    count,
  })
const tooManyMinutes = (count: number) =>
  t('Demasiados intentos: espera {count, plural, one {# minuto} other {# minutos}} y vuelve a intentarlo', {
    count,
  })
