import { transaction, type Db, type Tx } from '../core/database/db.ts'
import { ApiError, invalid } from '../core/errors/errors.ts'
import { count } from '../core/metrics/metrics.ts'
import type { HitCounter } from '../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import type { Browser } from './browser.ts'
import {
  answerCode,
  reissueChallenge,
  findChallenge,
  newChallengeSecret,
  newCode,
  createChallengeOnce,
  consumeChallenge,
  type Challenge,
} from './challenge.ts'
import { expiredCode, requireCode } from './code.ts'
import { cleanEmail } from './email.ts'
import { findCredentials, type Credentials } from './find.ts'
import { findKnownDevice } from './known-device.ts'
import { limitCodeMails } from './limits.ts'
import { provePasskey } from './passkey.ts'
import { verifyPassword } from './password-hash.ts'
import { countFailure, resetFailures, type ProofAttempt } from './lockout.ts'
import { proveReplayably, storeProof, type ProofForm, type Proved } from './replayable-proof.ts'
import { proveSecondStep, wrongCode } from './second-step.ts'

/** @throws 400 in the same words for an unknown address, 429 */
export async function provePassword(
  sql: Db,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<Omit<Proved, 'returnTo'>> {
  const address = cleanEmail(email)
  const account = await findCredentials(sql, address)
  const attempt = await attemptOf(sql, 'password', address, account, browser)
  await countFailure(sql, attempt)
  const isRight = await verifyPassword(account?.passwordHash, password)
  if (!account || !isRight) throw invalid('password', 'invalid', 'El correo o la contraseña no son correctos')
  await resetFailures(sql, attempt)
  return { accountId: account.id, needsSecondStep: account.hasSecondStep }
}

async function attemptOf(
  sql: Db,
  proof: ProofAttempt['proof'],
  email: string,
  account: { id: string } | undefined,
  browser: Browser,
): Promise<ProofAttempt> {
  const knownDeviceId = await findKnownDevice(sql, account?.id ?? '', browser.deviceToken)
  return { proof, email, knownDeviceId }
}

/**
 * Mails a sign-in code. An address without an account gets a mail that says so.
 * @param secret for the browser's cookie; a second call with the same secret sends no mail
 */
export async function requestSignInCode(
  sql: Db,
  hits: HitCounter,
  { email, returnTo }: { email: string; returnTo: string | null },
  browser: Browser,
  secret = newChallengeSecret(),
): Promise<string> {
  const address = cleanEmail(email)
  const account = await findCredentials(sql, address)
  await limitCodeMails(hits, address, await findKnownDevice(sql, account?.id ?? '', browser.deviceToken))
  await transaction(sql, (tx) => mailCode(tx, secret, account, { email: address, returnTo }))
  return secret
}

/** Mails another code, which replaces the previous one. @returns the new secret; null when the challenge has expired or was used */
export const resendSignInCode = (
  sql: Db,
  hits: HitCounter,
  before: string,
  browser: Browser,
  secret = newChallengeSecret(),
): Promise<string | null> =>
  reissueChallenge(sql, 'sign-in', { before, secret }, (state) =>
    requestSignInCode(sql, hits, state, browser, secret),
  )

async function mailCode(
  tx: Tx,
  secret: string,
  account: Credentials | undefined,
  state: Challenge<'sign-in'>['state'],
) {
  const code = newCode()
  const isNew = await createChallengeOnce(tx, secret, {
    purpose: 'sign-in',
    accountId: account?.id ?? null,
    state,
    code: account ? code : null,
  })
  if (!isNew) return
  if (account) await queueAccountMail(tx, account, 'account.sign_in', { code })
  else await queueAccountMail(tx, { id: null, email: state.email }, 'account.missing')
}

/** @throws 400 on `code`, 429 */
export const proveCode = (sql: Db, form: ProofForm, code: string, browser: Browser): Promise<Proved> =>
  proveReplayably(sql, form, () => answerSignIn(sql, form, code, browser))

async function answerSignIn(sql: Db, form: ProofForm, code: string, browser: Browser): Promise<Proved> {
  const { secret } = form
  const asked = await findChallenge(sql, 'sign-in', secret)
  if (!asked) throw expiredCode()
  const { email, returnTo } = asked.state
  const account = await findCredentials(sql, email)
  const attempt = await attemptOf(sql, 'code', email, account, browser)
  await countFailure(sql, attempt)
  const answer = await answerCode(sql, 'sign-in', { secret, code }, async (tx) => {
    if (!account) throw expiredCode()
    const { id: accountId, hasSecondStep: needsSecondStep } = account
    return storeProof(tx, form, { accountId, needsSecondStep, returnTo })
  })
  const proved = requireCode(answer)
  await resetFailures(sql, attempt)
  return proved
}

/** A passkey with user verification counts as both factors, so no second step follows. @throws 400 on `passkey` */
export async function proveByPasskey(
  sql: Db,
  secret: string,
  response: unknown,
  panelUrl: string,
): Promise<Omit<Proved, 'returnTo'>> {
  count('proofs', { proof: 'passkey', result: 'tried' })
  const asked = await consumeChallenge(sql, 'passkey-sign-in', secret)
  const accountId = asked && (await provePasskey(sql, response, asked.state.challenge, panelUrl))
  if (!accountId) {
    throw invalid(
      'passkey',
      'invalid',
      'No reconocimos esta passkey: entra con tu contraseña o con un código',
    )
  }
  count('proofs', { proof: 'passkey', result: 'proved' })
  return { accountId, needsSecondStep: false }
}

/** @throws 400 on `code`, 429 */
export const finishSecondStep = (sql: Db, form: ProofForm, code: string, browser: Browser): Promise<Proved> =>
  proveReplayably(sql, form, () => answerSecondStep(sql, form, code, browser))

async function answerSecondStep(sql: Db, form: ProofForm, code: string, browser: Browser): Promise<Proved> {
  const { secret } = form
  const asked = await findChallenge(sql, 'second-step', secret)
  if (!asked)
    throw new ApiError(400, { error: 'Vuelve a entrar: pasó demasiado tiempo', code: 'SIGN_IN_AGAIN' })
  const accountId = asked.accountId!
  const attempt = await attemptOf(sql, 'second-step', accountId, { id: accountId }, browser)
  await countFailure(sql, attempt)
  const proved = await transaction(sql, async (tx) => {
    if (!(await proveSecondStep(tx, accountId, code))) throw wrongCode()
    if (!(await consumeChallenge(tx, 'second-step', secret))) throw expiredCode()
    return storeProof(tx, form, { accountId, needsSecondStep: false, returnTo: asked.state.returnTo })
  })
  await resetFailures(sql, attempt)
  return proved
}
