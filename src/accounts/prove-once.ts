import type { Db, Tx } from '../core/database/db.ts'
import { ApiError } from '../core/errors/errors.ts'
import { challengeSecretOf, findChallenge, createChallengeOnce } from './challenge.ts'

/** The form that proves something: the secret of its browser's cookie, and the form's own key. */
export type ProofForm = { secret: string; key: string }

/** The result of a proof: an account, whose second step may still be missing, and the page that was wanted. */
export type Proved = { accountId: string; needsSecondStep: boolean; returnTo: string | null }

const MINUTES = 1

const secretOf = ({ secret, key }: ProofForm) => challengeSecretOf(key, secret)

/** Stores what a form proved, in the transaction that takes its challenge. */
export async function storeProof(tx: Tx, form: ProofForm, proved: Proved): Promise<Proved> {
  const { accountId, ...state } = proved
  await createChallengeOnce(tx, secretOf(form), { purpose: 'proved', accountId, state, minutes: MINUTES })
  return proved
}

/** A code works once, a double tap sends it twice: the second finds what the first one proved. */
export async function proveOnce(sql: Db, form: ProofForm, prove: () => Promise<Proved>): Promise<Proved> {
  try {
    return await prove()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const earlier = await findChallenge(sql, 'proved', secretOf(form))
    if (!earlier?.accountId) throw error
    return { accountId: earlier.accountId, ...earlier.state }
  }
}
