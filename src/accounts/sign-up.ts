import { transaction, type Db, type Tx } from '../core/database/db.ts'
import type { HitCounter } from '../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import {
  answerCode,
  reissueChallenge,
  newChallengeSecret,
  newCode,
  createChallengeOnce,
} from './challenge.ts'
import { requireCode } from './code.ts'
import { insertAccount } from './create.ts'
import { cleanEmail } from './email.ts'
import { findCredentials, personalWords } from './find.ts'
import { limitCodeMails } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'
import { proveReplayably, storeProof, type ProofForm, type Proved } from './replayable-proof.ts'

type SignUp = { email: string; password: string; returnTo: string | null }

/**
 * Mails a code to an address that wants an account, or, where it has one, that it has one: the same work and the same
 * answer, so that nobody learns which. The account is made once the code proves the address.
 * @param secret for the browser's cookie: the same again sends no second mail @throws 400, 429
 */
export async function requestAccount(
  sql: Db,
  hits: HitCounter,
  { email, password, returnTo }: SignUp,
  secret = newChallengeSecret(),
): Promise<string> {
  const address = cleanEmail(email)
  requireGoodPassword(password, personalWords(address, null))
  await limitCodeMails(hits, address, null)
  const passwordHash = await hashPassword(password)
  await transaction(sql, (tx) => mailCode(tx, secret, { email: address, passwordHash, returnTo }))
  return secret
}

/** Mails another code; the one before ends. @returns the new secret; null when there is nothing to be answered any more */
export const resendAccountCode = (
  sql: Db,
  hits: HitCounter,
  before: string,
  secret = newChallengeSecret(),
): Promise<string | null> =>
  reissueChallenge(sql, 'sign-up', { before, secret }, async (state) => {
    await limitCodeMails(hits, state.email, null)
    await transaction(sql, (tx) => mailCode(tx, secret, state))
  })

/** Makes the account whose address the code proves. @throws 400 on `code`, 409 `DUPLICATE_EMAIL` */
export const confirmAccount = (sql: Db, form: ProofForm, code: string): Promise<Proved> =>
  proveReplayably(sql, form, async () => {
    const { secret } = form
    return requireCode(
      await answerCode(sql, 'sign-up', { secret, code }, async (tx, { state }) => {
        const { email, passwordHash, returnTo } = state
        const { id } = await insertAccount(tx, email, passwordHash, null)
        return storeProof(tx, form, { accountId: id, needsSecondStep: false, returnTo })
      }),
    )
  })

async function mailCode(
  tx: Tx,
  secret: string,
  state: { email: string; passwordHash: string; returnTo: string | null },
) {
  const account = await findCredentials(tx, state.email)
  const code = newCode()
  const asked = { purpose: 'sign-up' as const, accountId: null, state, code: account ? null : code }
  if (!(await createChallengeOnce(tx, secret, asked))) return
  if (account) await queueAccountMail(tx, account, 'account.exists')
  else await queueAccountMail(tx, { id: null, email: state.email }, 'account.sign_up', { code })
}
