import { transaction, type Db } from '../core/database/db.ts'
import type { HitCounter } from '../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { answerCode, findChallenge, newCode, openChallenge, takeChallenge } from './challenge.ts'
import { requireCode } from './code.ts'
import { insertAccount } from './create.ts'
import { cleanEmail } from './email.ts'
import { findCredentials, ownWords } from './find.ts'
import { limitCodeMails } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'

type SignUp = { email: string; password: string; returnTo: string | null }

/**
 * Mails a code to an address that wants an account, or, where it has one, that it has one: the same work and the same
 * answer, so that nobody learns which. The account is made once the code proves the address.
 * @returns the secret for the browser's cookie @throws 400, 429
 */
export async function requestAccount(
  sql: Db,
  hits: HitCounter,
  { email, password, returnTo }: SignUp,
): Promise<string> {
  const address = cleanEmail(email)
  requireGoodPassword(password, ownWords(address, null))
  await limitCodeMails(hits, address, null)
  return mailCode(sql, { email: address, passwordHash: await hashPassword(password), returnTo })
}

/** Mails another code; the one before ends. @returns the new secret; null when there is nothing to be answered any more */
export async function resendAccountCode(sql: Db, hits: HitCounter, secret: string): Promise<string | null> {
  const asked = await findChallenge(sql, 'sign-up', secret)
  if (!asked) return null
  await limitCodeMails(hits, asked.state.email, null)
  const taken = await takeChallenge(sql, 'sign-up', secret)
  return taken ? mailCode(sql, taken.state) : null
}

/** Makes the account whose address the code proves. @throws 400 on `code`, 409 `DUPLICATE_EMAIL` */
export async function confirmAccount(sql: Db, secret: string, code: string) {
  const { state } = requireCode(await answerCode(sql, 'sign-up', secret, code))
  const account = await insertAccount(sql, state.email, state.passwordHash, null)
  return { ...account, returnTo: state.returnTo }
}

function mailCode(sql: Db, state: { email: string; passwordHash: string; returnTo: string | null }) {
  return transaction(sql, async (tx) => {
    const account = await findCredentials(tx, state.email)
    const code = newCode()
    if (account) await queueAccountMail(tx, account, 'account.exists')
    else await queueAccountMail(tx, { id: null, email: state.email }, 'account.sign_up', { code })
    return openChallenge(tx, { purpose: 'sign-up', accountId: null, state, code: account ? null : code })
  })
}
