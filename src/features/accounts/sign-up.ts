import type { Db, Tx } from '../../core/database/db.ts'
import { ApiError, invalidAll, type Issue, issuesIn } from '../../core/errors/errors.ts'
import type { Language } from '../../core/texts/language.ts'
import type { HitCounter } from '../../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { verifyCode, reissueChallenge, newCode, createChallengeOnce, type Challenge } from './challenge.ts'
import { insertAccount } from './create.ts'
import { updateLanguage } from './language.ts'
import { cleanEmail, findCredentials, personalWords } from './find.ts'
import { limitCodeMails } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'
import {
  authenticateIdempotently,
  storeResult,
  type ChallengeForm,
  type AuthenticationResult,
} from './idempotent-authentication.ts'

type SignUp = { email: string; password: string; returnTo: string | null; language: Language }

/**
 * Mails a code for a new account. An address that already has an account gets a mail that says so; work and response are the
 * same, so that callers can't find out which addresses have accounts. The account is created once the code is confirmed.
 * @param secret for the browser's cookie; a second call with the same secret sends no mail
 * @throws 400 with the issues of all fields, 429
 */
export async function requestAccount(
  sql: Db,
  hits: HitCounter,
  { email, password, returnTo, language }: SignUp,
  secret: string,
): Promise<void> {
  requireGoodFields(email, password)
  const address = cleanEmail(email)
  await limitCodeMails(hits, address, null)
  const passwordHash = await hashPassword(password)
  await sql.begin((tx) => mailCode(tx, secret, { email: address, passwordHash, returnTo, language }))
}

function requireGoodFields(email: string, password: string): void {
  const [first, ...rest] = [
    ...issuesOf(() => cleanEmail(email)),
    ...issuesOf(() => requireGoodPassword(password, personalWords(email, null))),
  ]
  if (first) throw invalidAll([first, ...rest])
}

function issuesOf(check: () => unknown): Issue[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return issuesIn(error)
  }
}

/** Mails another code, which replaces the previous one. @returns the new secret; null when the challenge has expired or was used */
export const resendAccountCode = (
  sql: Db,
  hits: HitCounter,
  before: string,
  secret: string,
): Promise<string | null> =>
  reissueChallenge(sql, 'sign-up', { before, secret }, async (state) => {
    await limitCodeMails(hits, state.email, null)
    await sql.begin((tx) => mailCode(tx, secret, state))
  })

export const confirmAccount = (sql: Db, form: ChallengeForm, code: string): Promise<AuthenticationResult> =>
  authenticateIdempotently(sql, form, async () => {
    const { secret } = form
    return verifyCode(sql, 'sign-up', { secret, code }, async (tx, { state }) => {
      const { email, passwordHash, returnTo, language } = state
      const { id } = await insertAccount(tx, email, passwordHash, null)
      if (language) await updateLanguage(tx, id, language)
      return storeResult(tx, form, { accountId: id, needsSecondStep: false, returnTo })
    })
  })

async function mailCode(tx: Tx, secret: string, state: Challenge<'sign-up'>['state']) {
  const account = await findCredentials(tx, state.email)
  const code = newCode()
  const challenge = { purpose: 'sign-up' as const, accountId: null, state, code: account ? null : code }
  if (!(await createChallengeOnce(tx, secret, challenge))) return
  if (account) await queueAccountMail(tx, account, 'account.exists')
  else await queueAccountMail(tx, { ...state, id: null }, 'account.sign_up', { code })
}
