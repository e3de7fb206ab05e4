import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import type { Language } from '../../core/texts/language.ts'
import type { WebAuthnState } from './passkey.ts'
import { t } from '../../core/texts/text.ts'

/** `language` is that of the page, of which 0.4.0 says nothing. */
type Asked = { email: string; returnTo: string | null; language?: Language }

type States = {
  /** A new account. It is created with this password once its address is verified. */
  'sign-up': Asked & { passwordHash: string }
  'sign-in': Asked
  /** The first factor is verified, the second is missing. */
  'second-step': { returnTo: string | null }
  'email-change': { email: string }
  'passkey-sign-in': WebAuthnState
  'passkey-creation': WebAuthnState
  recovery: object
  'whatsapp-number': { storeId: string; number: string }
  /** An owner is at a provider of payment, and comes back in this session. `verifier` is for PKCE (RFC 7636). */
  'payment-connection': { storeId: string; provider: string; sessionId: string; verifier: string }
  /** The stored result of a form, so that the same form sent again is accepted. */
  proved: { needsSecondStep: boolean; returnTo: string | null }
}

type Purpose = keyof States
export type Challenge<P extends Purpose> = { accountId: string | null; state: States[P] }

export const CODE_MINUTES = 10
const MAX_TRIES = 5

/** Only the hash of a secret is stored. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/** Keyed with the secret, so that the codes can't be brute-forced from the table. */
const hashCode = (secret: string, code: string) => createHmac('sha256', secret).update(code).digest()

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

type NewChallenge<P extends Purpose> = {
  purpose: P
  accountId: string | null
  state: States[P]
  code?: string | null
  minutes?: number
}

/** Creates a challenge that can be completed once. @returns the secret for the browser's cookie, or for the link */
export async function createChallenge<P extends Purpose>(
  sql: Sql,
  challenge: NewChallenge<P>,
): Promise<string> {
  const secret = newChallengeSecret()
  await createChallengeOnce(sql, secret, challenge)
  return secret
}

export const newChallengeSecret = () => randomBytes(32).toString('base64url')

/** The secret for the browser whose form has this key: the same form, sent twice, creates one challenge. */
export const challengeSecretOf = (formKey: string, ...content: string[]) =>
  createHash('sha256')
    .update(['challenge', formKey, ...content].join(' '))
    .digest('base64url')

/** Creates a challenge with the caller's secret. @returns false when there is one with this secret already */
export async function createChallengeOnce<P extends Purpose>(
  sql: Sql,
  secret: string,
  { purpose, accountId, state, code = null, minutes = CODE_MINUTES }: NewChallenge<P>,
): Promise<boolean> {
  const { count } = await sql`
    insert into account_challenges (token_hash, purpose, account_id, code_hash, state, expires_at)
    values (
      ${hashSecret(secret)}, ${purpose}, ${accountId}, ${code && hashCode(secret, code)}, ${sql.json(state)},
      now() + make_interval(mins => ${minutes})
    )
    on conflict (token_hash) do nothing`
  return count === 1
}

export async function findChallenge<P extends Purpose>(
  sql: Sql,
  purpose: P,
  secret: string,
): Promise<Challenge<P> | undefined> {
  const [challenge] = await sql<Challenge<P>[]>`
    select account_id, state
    from account_challenges
    where token_hash = ${hashSecret(secret)} and purpose = ${purpose} and expires_at > now() and tries < ${MAX_TRIES}`
  return challenge
}

/** Deletes a challenge and returns it; of several concurrent calls, one gets it. */
export async function consumeChallenge<P extends Purpose>(
  sql: Sql,
  purpose: P,
  secret: string,
): Promise<Challenge<P> | undefined> {
  const [challenge] = await sql<Challenge<P>[]>`
    delete from account_challenges
    where token_hash = ${hashSecret(secret)} and purpose = ${purpose} and expires_at > now()
    returning account_id, state`
  return challenge
}

async function countTry(
  sql: Db,
  purpose: Purpose,
  secret: string,
): Promise<{ codeHash: Buffer | null; triesLeft: number } | undefined> {
  const [challenge] = await sql<{ codeHash: Buffer | null; triesLeft: number }[]>`
    update account_challenges
    set tries = tries + 1
    where token_hash = ${hashSecret(secret)} and purpose = ${purpose} and expires_at > now() and tries < ${MAX_TRIES}
    returning code_hash, ${MAX_TRIES} - tries as tries_left`
  return challenge
}

/**
 * Verifies the code of a challenge. Each try is counted before the codes are compared. A right code works once: its
 * challenge is deleted in the transaction that runs `onCorrect`.
 * @throws 400 on `code`, in the same words whether a code was ever sent or not
 */
export async function verifyCode<P extends Purpose, T>(
  sql: Db,
  purpose: P,
  { secret, code }: { secret: string; code: string },
  onCorrect: (tx: Tx, challenge: Challenge<P>) => Promise<T>,
): Promise<T> {
  const challenge = await countTry(sql, purpose, secret)
  if (!challenge) throw expiredCode()
  const submitted = hashCode(secret, code.replaceAll(/\s/g, ''))
  if (!timingSafeEqual(challenge.codeHash ?? randomBytes(32), submitted))
    throw challenge.triesLeft > 0 ? wrongCode(challenge.triesLeft) : expiredCode()
  return sql.begin(async (tx) => {
    const consumed = await consumeChallenge(tx, purpose, secret)
    if (!consumed) throw expiredCode()
    return onCorrect(tx, consumed)
  })
}

const wrongCode = (triesLeft: number) =>
  invalid(
    'code',
    'invalid',
    t(
      'El código no es correcto. {triesLeft, plural, one {Te queda # intento} other {Te quedan # intentos}}',
      { triesLeft },
    ),
  )

/** Used, too old, tried too often, or requested by another browser. */
export const expiredCode = () =>
  new ApiError(400, { error: t('Este código ya no sirve: pide otro'), code: 'CODE_EXPIRED' })

/**
 * Replaces a challenge by one with another secret. The same form sent again, before or after its cookie arrived, creates no
 * further one. @returns the secret; null when the challenge has expired or was used
 */
export async function reissueChallenge<P extends Purpose>(
  sql: Db,
  purpose: P,
  { before, secret }: { before: string; secret: string },
  create: (state: States[P]) => Promise<unknown>,
): Promise<string | null> {
  const challenge = before === secret ? undefined : await findChallenge(sql, purpose, before)
  if (!challenge) return (await findChallenge(sql, purpose, secret)) ? secret : null
  await create(challenge.state)
  await consumeChallenge(sql, purpose, before)
  return secret
}

/** Deletes the account's open challenges: what was started before a password change can't be completed. */
export async function deleteChallenges(sql: Sql, accountId: string): Promise<void> {
  await sql`delete from account_challenges where account_id = ${accountId}`
}
