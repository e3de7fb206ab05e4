import type { Db, Tx } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { challengeSecretOf, findChallenge, createChallengeOnce } from './challenge.ts'

/** A form that completes a challenge: the secret of its browser's cookie, and the form's own key. */
export type ChallengeForm = { secret: string; key: string }

/** The account that was authenticated, whose second step may still be missing, and the page to return to. */
export type AuthenticationResult = { accountId: string; needsSecondStep: boolean; returnTo: string | null }

const RESULT_MINUTES = 1

const secretOf = ({ secret, key }: ChallengeForm) => challengeSecretOf(key, secret)

export async function storeResult(
  tx: Tx,
  form: ChallengeForm,
  result: AuthenticationResult,
): Promise<AuthenticationResult> {
  const { accountId, ...state } = result
  await createChallengeOnce(tx, secretOf(form), {
    purpose: 'proved',
    accountId,
    state,
    minutes: RESULT_MINUTES,
  })
  return result
}

/** A code works once, but a double tap sends it twice: for a minute, the same form sent again gets the stored result. */
export async function authenticateIdempotently(
  sql: Db,
  form: ChallengeForm,
  authenticate: () => Promise<AuthenticationResult>,
): Promise<AuthenticationResult> {
  try {
    return await authenticate()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const earlier = await findChallenge(sql, 'proved', secretOf(form))
    if (!earlier?.accountId) throw error
    return { accountId: earlier.accountId, ...earlier.state }
  }
}
