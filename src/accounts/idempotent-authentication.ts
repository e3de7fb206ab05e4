import type { Db, Tx } from '../core/database/db.ts'
import { ApiError } from '../core/errors/errors.ts'
import { challengeSecretOf, findChallenge, createChallengeOnce } from './challenge.ts'

/** The form that proves something: the secret of its browser's cookie, and the form's own key. */
export type ProofForm = { secret: string; key: string }

/** The result of a proof: an account, whose second step may still be missing, and the page to return to. */
export type Proved = { accountId: string; needsSecondStep: boolean; returnTo: string | null }

const MINUTES = 1

const secretOf = ({ secret, key }: ProofForm) => challengeSecretOf(key, secret)

/** Stores the result of a proof, in the transaction that consumes its challenge. */
export async function storeProof(tx: Tx, form: ProofForm, proved: Proved): Promise<Proved> {
  const { accountId, ...state } = proved
  await createChallengeOnce(tx, secretOf(form), { purpose: 'proved', accountId, state, minutes: MINUTES })
  return proved
}

/** Makes a proof idempotent: a code works once, and the same form sent again (a double tap) gets the stored result for a minute. */
export async function proveReplayably(
  sql: Db,
  form: ProofForm,
  prove: () => Promise<Proved>,
): Promise<Proved> {
  try {
    return await prove()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const earlier = await findChallenge(sql, 'proved', secretOf(form))
    if (!earlier?.accountId) throw error
    return { accountId: earlier.accountId, ...earlier.state }
  }
}
