import { createHash } from 'node:crypto'
import { purgeRows } from '../core/database/purge-rows.ts'
import { count } from '../core/metrics/metrics.ts'
import type { Db } from '../core/database/db.ts'
import { ApiError } from '../core/errors/errors.ts'

const FREE_FAILURES = 5
const FIRST_PAUSE = 30
const MAX_PAUSE = 15 * 60

/** Failures are counted for each method, so that failing at one does not lock the others. */
type Method = 'password' | 'code' | 'second-step' | 'session'

/**
 * Failures are counted per known browser of the account, and together for all other browsers. So a stranger's failures
 * never lock the owner's own phone out. An address without an account is counted in the same way. `subject` is the address
 * that was typed, the account of a second step, or the session that re-authenticates.
 */
export type AuthenticationAttempt = { method: Method; subject: string; knownDeviceId: string | null }

const keyOf = ({ method, subject, knownDeviceId }: AuthenticationAttempt) =>
  `${method}:${knownDeviceId ?? createHash('sha256').update(subject).digest('base64url')}`

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

/** The 429 of a page. */
export function tooManyTries(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds))
  const [count, unit] = wait < 90 ? [wait, 'segundo'] : [Math.ceil(wait / 60), 'minuto']
  return new ApiError(
    429,
    {
      error: `Demasiados intentos: espera ${count} ${unit}${count === 1 ? '' : 's'} y vuelve a intentarlo`,
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(wait) },
  )
}

/** Deletes expired failures. */
export async function purgeOldFailures(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'proof_failures',
    key: sql`key`,
    where: sql`failed_at < now() - interval '1 day'`,
  })
}
